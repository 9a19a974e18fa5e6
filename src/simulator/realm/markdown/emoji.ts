import { customEmojiPath, emojiByCharacters, lookUpEmoji } from '../organisation/emoji.js'
import type { Emoji } from '../world/state.js'
import { type Element, finished } from './element.js'
import type { Environment } from './environment.js'
import { type InlineRule, patternRule } from './inline.js'

/** `:name:`. An unknown name stays text. */
export function namedEmoji({ world }: Environment): InlineRule {
  return patternRule(':', /:([\p{L}\p{N}_+-]+):/gu, ([whole, name = '']) => {
    const found = lookUpEmoji(world, name)
    return found === undefined ? whole : markup(found, name, pictureOf(found))
  })

  function pictureOf({ emoji_code, reaction_type }: Emoji): string | undefined {
    if (reaction_type === 'unicode_emoji') return undefined
    const own = reaction_type === 'realm_emoji' ? world.state.emoji.get(Number(emoji_code)) : undefined
    return own === undefined
      ? `/static/generated/emoji/images/emoji/unicode/${emoji_code}.png`
      : customEmojiPath(world, own)
  }
}

/** Emoji written as characters. Arrows, digits and the like stay text, unless a variation selector asks for a picture. */
export function emojiCharacters({ world }: Environment): InlineRule {
  const markupOf = (characters: string) => {
    const found = emojiByCharacters(world, characters)
    return found && markup(found, found.emoji_name)
  }
  if (world.has('emojiSequences'))
    return patternRule('', sequence, ([whole]) => (asText.test(whole) ? undefined : markupOf(whole)))
  // Older servers look at single characters, and stop at the first in these ranges that is no emoji.
  return {
    sign: '',
    find(text, from) {
      character.lastIndex = from
      const match = character.exec(text)
      const made = match === null ? undefined : markupOf(match[0])
      return match === null || made === undefined
        ? undefined
        : { start: match.index, end: match.index + match[0].length, made }
    },
  }
}

const one = '\\p{Emoji}(?:\\p{Emoji_Modifier}|\\ufe0f\\u20e3?|[\\u{e0020}-\\u{e007e}]+\\u{e007f})?'
const sequence = new RegExp(`\\p{RI}\\p{RI}|${one}(?:\\u200d(?:\\p{RI}\\p{RI}|${one}))*`, 'gu')
const character =
  /[\u{1f100}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f7e0}-\u{1f7eb}\u{1f900}-\u{1f9ff}\u2000-\u206f\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3000-\u303f\u3200-\u32ff]/gu
const asText = /^\P{Emoji_Presentation}\u20e3?$/u

function markup({ emoji_code }: Emoji, name: string, picture?: string): Element {
  const label = name.replaceAll('_', ' ')
  const text = `:${name}:`
  return picture === undefined
    ? finished('span', { 'aria-label': label, class: `emoji emoji-${emoji_code}`, role: 'img', title: label }, text)
    : finished('img', { alt: text, class: 'emoji', src: picture, title: label }, '')
}
