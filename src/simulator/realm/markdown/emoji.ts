import type { MarkdownIt } from 'markdown-it'
import { customEmojiPath, lookUpEmoji, unicodeEmojiNames } from '../organisation/emoji.js'
import type { Emoji } from '../state.js'
import { type Environment, environmentOf, escapeText, html, type Replacement, replaceInText } from './environment.js'

/** `:name:` and emoji characters. An unknown name stays text. */
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
    replaceInText(state, (text) => (mayHoldEmoji.test(text) ? charactersIn(text, environmentOf(state)) : [])),
  )
}

/** A cheap test for pictures, keycaps and flags, before the search for thousands of sequences. */
const mayHoldEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20e3}/u

function charactersIn(text: string, environment: Environment): Replacement[] {
  return [...text.matchAll(characters)].map(({ 0: whole, index: start }) => ({
    start,
    end: start + whole.length,
    html: markup(environment, emojiOf(whole)),
  }))
}

const colon = 0x3a
const named = /:([\p{L}\p{N}_+-]+):/uy

/** All emoji, longest first; a variation selector belongs to the character before it. */
const characters = new RegExp(
  [...unicodeEmojiNames.keys()]
    .sort((one, other) => other.length - one.length)
    .map((code) => code.replaceAll(/([^-]+)-?/g, '\\u{$1}\\ufe0f?'))
    .join('|'),
  'gu',
)

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

/** `<time:…>` with a date and time or UNIX seconds. A malformed one stays text. */
export function times(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'time', (state, silent) => {
    if (!state.src.startsWith('<time:', state.pos)) return false
    pattern.lastIndex = state.pos
    const [whole, text] = pattern.exec(state.src) ?? []
    if (whole === undefined || text === undefined || pattern.lastIndex > state.posMax) return false
    const time = readTime(text)
    if (!silent) {
      const shown = time === undefined ? escapeText(whole) : `<time datetime="${time}">${escapeText(text)}</time>`
      state.push(html, '', 0).content = shown
    }
    state.pos += whole.length
    return true
  })
}

const pattern = /<time:([^>\n]+)>/y

/** Without a time zone, it is UTC. */
function readTime(text: string): string | undefined {
  const milliseconds = /^\d+$/.test(text)
    ? Number(text) * 1000
    : Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !/[T ]/.test(text) ? text : `${text}Z`)
  const time = new Date(/^[\d+T Z:.-]+$/.test(text) ? milliseconds : Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000Z', 'Z')
}
