// Writes emojiNames.json and newerEmojiNames.json of src/protocol/emoji: every emoji of Unicode, by its code points
// in hexadecimal, joined with dashes, with the names that servers know it by; the first is the one that is shown.
//   node scripts/emoji.mjs
// Emoji and their usual names come from unicode-emoji-json; where the service's names differ, they stand in
// scripts/emojiNames.txt, and where newer servers differ from that, in scripts/emojiNamesNewer.txt. Run it after any of these
// has changed.
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')

const rowsOf = (path) =>
  read(path)
    .replaceAll(/^#.*$/gm, '')
    .split(/[;\n]/)
    .map((row) => row.trim().split(' '))
    .filter(([, name]) => name !== undefined)

const own = new Map(rowsOf('scripts/emojiNames.txt').map(([code, ...names]) => [code, names]))
const taken = new Set([...own.values()].flat())

/** Unicode's name in the form that the service gives it; where it has accents, without them too. */
function namesFrom(name) {
  const plain = name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[.,’“”()!:]/g, '')
    .replaceAll(/[\s-]+/g, '_')
  return [...new Set([plain, plain.normalize('NFD').replaceAll(/\p{M}/gu, '')])]
}

/** The last version of Unicode's emoji that the service has. */
const newest = 15.1

const rows = []
for (const [character, { name, emoji_version: version }] of Object.entries(
  JSON.parse(read('node_modules/unicode-emoji-json/data-by-emoji.json')),
)) {
  const code = [...character]
    .map((part) => part.codePointAt(0).toString(16).padStart(4, '0'))
    .filter((part) => part !== 'fe0f')
    .join('-')
  const usual = Number(version) > newest ? [] : namesFrom(name).filter((one) => !taken.has(one))
  const names = (own.get(code) ?? usual).filter((one) => one !== '-')
  own.delete(code)
  if (names.length > 0) rows.push([code, names])
}
if (own.size > 0) throw new Error(`scripts/emojiNames.txt names what is no emoji: ${[...own.keys()].join(', ')}`)

const known = new Map(rows.map(([code, names]) => [code, names.join(' ')]))
const newer = rowsOf('scripts/emojiNamesNewer.txt')
  .map(([code, ...names]) => [code, names])
  .filter(([code, names]) => known.get(code) !== names.join(' '))

function write(file, all) {
  const lines = all.map(
    ([code, names]) => `  ${JSON.stringify(code)}: [${names.map((name) => JSON.stringify(name)).join(', ')}]`,
  )
  writeFileSync(new URL(`src/protocol/emoji/${file}`, root), `{\n${lines.join(',\n')}\n}\n`)
}

write('emojiNames.json', rows)
write('newerEmojiNames.json', newer)
