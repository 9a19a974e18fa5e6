import type { MarkdownIt } from 'markdown-it'
import { lookUpEmoji } from '../emoji.js'
import { customEmojiPath } from '../emojiPath.js'
import { emojiCharacters, unicodeEmojiNames } from '../emojiTable.js'
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
  return [...text.matchAll(characters)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    html: markup(environment, emojiOf(match[0])),
  }))
}

const colon = 0x3a
const named = /:([\w+-]+):/y

/** All characters that are emoji, the longest first; what asks for the coloured form belongs to them. */
const characters = new RegExp(
  `(?:${[...unicodeEmojiNames.keys()]
    .map(emojiCharacters)
    .sort((one, other) => other.length - one.length)
    .join('|')})\u{fe0f}?`,
  'gu',
)

function emojiOf(character: string): Emoji {
  const code = [...character.replace('\u{fe0f}', '')].map((part) => (part.codePointAt(0) ?? 0).toString(16)).join('-')
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
