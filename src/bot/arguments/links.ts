import { asCode } from '../../text/index.js'
import { type ArgumentKind, foundAt, type TextPosition } from './place.js'

/** As servers link it: without the punctuation behind it, and with parentheses that it opens itself. */
export const urlKind: ArgumentKind<URL> = {
  expected: (sentences) => sentences.aLink(asCode('https://example.com/menu')),
  take(place) {
    const { address, end } = (place.isCode(place.at) ? undefined : addressAt(place)) ?? { address: '', end: 0 }
    const isUrl = /^https?:\/\/[^/]/i.test(address) && URL.canParse(address)
    return isUrl ? { end, value: () => new URL(address) } : undefined
  },
  meant(word) {
    const address = `https://${withoutPunctuation(word.replace(/^https?:\/*/i, ''))}`
    return /^https:\/\/(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(address) && address !== word
      ? address
      : undefined
  },
}

export interface Address {
  readonly address: string
  readonly end: number
}

/** The address in a Markdown link, in angle brackets, or bare. */
export function addressAt({ text, at: begin }: TextPosition): Address | undefined {
  const at = begin + (foundAt(/["'“„«‘(「]?(?=https?:)/iy, text, begin)?.[0].length ?? 0)
  const [whole, linked] = foundAt(markdownLink, text, at) ?? foundAt(inAngles, text, at) ?? []
  const word = foundAt(/\S*/y, text, at)?.[0] ?? ''
  const address = linked ?? withoutPunctuation(word)
  if (/["<>`“„«「、。，；！？\p{DI}]/u.test(address)) return undefined
  const end = at + (whole?.length ?? word.length)
  return { address, end: end + (foundAt(punctuation, text, end)?.[0].length ?? 0) }
}

const target = String.raw`[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*`
const linkEnd = String.raw`>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)`
const markdownLink = new RegExp(String.raw`!?\[[^[\]]*\]\(\s*<?(${target})${linkEnd}`, 'y')
const inAngles = /<([^\s<>]*)>/y
const signs = String.raw`[\p{DI}!:;?),.'">…、。，：；！？）」』”’»]`
const sign = new RegExp(signs, 'u')
const punctuation = new RegExp(String.raw`${signs}*(?=\s|$)`, 'uy')

/** Servers end a link before punctuation, but for parentheses that it opened. */
function withoutPunctuation(word: string): string {
  let end = word.length
  while (sign.test(word[end - 1] ?? ' ')) end -= 1
  const begin = word.slice(0, end)
  let open = begin.split('(').length - begin.split(')').length
  for (; open > 0 && end < word.length; end += 1) if (word[end] === ')') open -= 1
  return word.slice(0, end)
}
