import { codeSpans } from '../codeSpans.js'

/**
 * For each place in a Markdown text, whether a break there would tear something apart that belongs together on a line:
 * a mention, a link, inline code, what is bold.
 *
 * @param code Where whole lines are code; nothing there belongs together.
 */
export function togetherIn(markdown: string, isCodeLine: (at: number) => boolean): (place: number) => boolean {
  const inside = new Uint8Array(markdown.length + 1)
  const mark = (start: number, end: number) => {
    if (!isCodeLine(start)) inside.fill(1, start + 1, end)
  }
  for (const { start, end } of codeSpans(markdown)) mark(start, end)
  for (const { index, 0: whole } of markdown.matchAll(wholes)) mark(index, index + whole.length)
  return (place) => inside[place] === 1
}

/** Each alternative stops at what it begins with, so that no text makes it look twice. */
const wholes = new RegExp(
  [
    /@_?\*\*[^*]+\*\*/, // a mention
    /@_?\*[^*]+\*/, // of a group
    /#\*\*[^*]+\*\*/, // a link to a channel or topic
    /!?\[[^[\]\n]*\]\([^()\s]*\)/, // a link
    /<[^<>\s][^<>\n]*>/, // a time, or an address in brackets
    /https?:\/\/\S+/, // an address
    /\$\$[^$\n]+\$\$/, // a formula
    /\*\*[^*\n]+\*\*/,
    /\*[^*\s][^*\n]*\*/,
    /~~[^~\n]+~~/,
    /:[\w+-]+:/, // an emoji
    /\\[^\w\s]/, // an escaped sign
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)
