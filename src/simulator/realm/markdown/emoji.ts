import type { MarkdownIt } from 'markdown-it'
import { lookUpEmoji } from '../organisation/emoji.js'
import { customEmojiPath } from '../organisation/emojiPath.js'
import { unicodeEmojiNames } from '../organisation/emojiTable.js'
import type { Emoji } from '../state.js'
import { type Environment, environmentOf, html } from './environment.js'
import { type Replacement, replaceInText } from './replaceInText.js'

/** `:name:`, and the character itself. An unknown one stays text. */
export function emoji(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'emoji', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== colon) return false
    named.lastIndex = state.pos
    const [whole, name] = named.exec(state.src) ?? []
    if (whole === undefined || name === undefined || named.lastIndex > state.posMax) return false
    const environment = environmentOf(state)
    const found = lookUpEmoji(environment.world, name)
    if (found === undefined) return false
    if (!silent) state.push(html, '', 0).content = markup(environment, found)
    state.pos += whole.length
    return true
  })
  md.core.ruler.push('emoji_characters', (state) =>
    replaceInText(state, (text) => (beyondAscii.test(text) ? charactersIn(text, environmentOf(state)) : [])),
  )
}

const beyondAscii = /[^\0-\x7f]/

function charactersIn(text: string, environment: Environment): Replacement[] {
  const found: Replacement[] = []
  for (const { 0: first, index: start } of text.matchAll(firstCharacters)) {
    if (start < (found.at(-1)?.end ?? 0)) continue
    const pattern = emojiFrom(first)
    pattern.lastIndex = start
    const [whole] = pattern.exec(text) ?? []
    if (whole === undefined) continue
    found.push({ start, end: start + whole.length, html: markup(environment, emojiOf(whole)) })
  }
  return found
}

const colon = 0x3a
const named = /:([\p{L}\p{N}_+-]+):/uy

/** Codes by their first character: few begin with the same one. */
const codesByFirst = new Map<string, string[]>()
for (const code of unicodeEmojiNames.keys()) {
  const first = String.fromCodePoint(Number.parseInt(code, 16))
  codesByFirst.set(first, [...(codesByFirst.get(first) ?? []), code])
}
const firstCharacters = new RegExp(`[${[...codesByFirst.keys()].map((one) => one.replace('*', '\\*')).join('')}]`, 'gu')
const patterns = new Map<string, RegExp>()

/** All emoji that begin with a character, the longest first; what asks for the coloured form belongs to them. */
function emojiFrom(first: string): RegExp {
  const known = patterns.get(first)
  if (known !== undefined) return known
  const codes = [...(codesByFirst.get(first) ?? [])].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(
    codes
      .map((code) =>
        code
          .split('-')
          .map((part) => `\\u{${part}}\ufe0f?`)
          .join(''),
      )
      .join('|'),
    'uy',
  )
  patterns.set(first, pattern)
  return pattern
}

function emojiOf(character: string): Emoji {
  const code = [...character.replaceAll('\ufe0f', '')]
    .map((part) => (part.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .join('-')
  return { code, name: unicodeEmojiNames.get(code)?.[0] ?? '', type: 'unicode_emoji' }
}

function markup({ world }: Environment, { name, code, type }: Emoji): string {
  if (type === 'unicode_emoji') {
    const label = name.replaceAll('_', ' ')
    return `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`
  }
  const own = world.state.emoji.get(Number(code))
  const source =
    own === undefined ? `/static/generated/emoji/images/emoji/unicode/${name}.png` : customEmojiPath(world, own)
  return `<img alt=":${name}:" class="emoji" src="${source}" title="${name.replaceAll('_', ' ')}">`
}
