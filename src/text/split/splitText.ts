import { codePoints, limits } from '../../protocol/index.js'
import { codeSpans, type Line, readBlocks } from '../blocks.js'
import { anyBreaks, inlineBreaks } from './inlineBreaks.js'
import { type Break, lineBreaks } from './lineBreaks.js'

/**
 * Splits a Markdown text into messages within the server's limit: between blocks if possible, else between list items, lines,
 * sentences or words. It keeps together what fits in one message, closes and reopens fences, repeats the heads of tables, and
 * breaks no HTML entity apart.
 * Lengths count Unicode code points.
 *
 * @example for (const part of splitText(content)) await ctx.send(part)
 */
export function splitText(markdown: string, limit: number = limits.messageLength): string[] {
  // No text has more code points than UTF-16 units.
  if (markdown.length <= limit || codePoints(markdown) <= limit) return [markdown]
  return pack(markdown, limit)
    .map(({ from, to }) => written(markdown, from, to))
    .filter((part) => part.trim() !== '')
}

export interface Part {
  readonly from: Break
  to: Break
}

/**
 * Fills one part after the other. A piece that doesn't fit into a part of its own is broken at the best places in it.
 *
 * @param begin The break at which the first part begins. (default: the beginning)
 */
export function pack(markdown: string, limit: number, begin?: Break): Part[] {
  const { lines, code } = readBlocks(markdown)
  const codeLines = new Set(code.map(({ start }) => start))
  const isTogether = togetherIn(markdown, (place) => codeLines.has(lines[lineAt(lines, place)]?.start ?? -1))
  const size = sizes(markdown)
  const parts: Part[] = []
  const all = affordable(lineBreaks(markdown, lines, isTogether), limit)
  placeBetween(begin === undefined ? all : [begin, ...all.filter(({ start }) => start > begin.start)], 'line')
  return parts

  function placeBetween(breaks: readonly Break[], stage: Stage): void {
    const last = breaks.length - 1
    let best = Number.POSITIVE_INFINITY
    for (let at = 1; at < last; at += 1) best = Math.min(best, breaks[at]?.rank ?? best)
    let first = 0
    for (let at = 1; at <= last; at += 1) {
      if (at < last && breaks[at]?.rank !== best) continue
      const [from, to] = [breaks[first], breaks[at]]
      if (from && to && !isPlaced(from, to)) {
        if (at - first > 1) placeBetween(breaks.slice(first, at + 1), stage)
        else placeFiner(from, to, stage)
      }
      first = at
    }
  }

  function isPlaced(from: Break, to: Break): boolean {
    const part = parts.at(-1)
    if (part !== undefined && fits(part.from, to)) part.to = to
    else if (fits(from, to)) parts.push({ from, to })
    else return false
    return true
  }

  function placeFiner(from: Break, to: Break, stage: Stage): void {
    if (stage === 'line') placeBetween([from, ...within(from, to, 'word'), to], 'word')
    else if (stage === 'word') placeBetween([from, ...within(from, to, 'character'), to], 'character')
    else if (stage === 'character') placeBetween([from, ...anyBreaks(markdown, from.start, to.end), to], 'anywhere')
    else parts.push({ from, to })
  }

  function fits({ open, start }: Break, { end, close }: Break): boolean {
    const content = (size[end] ?? 0) - (size[start] ?? 0)
    return content <= limit && codePoints(open) + content + codePoints(close) <= limit
  }

  function within(from: Break, to: Break, finest: 'word' | 'character'): Break[] {
    const found: Break[] = []
    for (let at = lineAt(lines, from.start); ; at += 1) {
      const line = lines[at]
      if (line === undefined || line.start >= to.end) return affordable(found, limit)
      for (const one of inlineBreaks(markdown, line, { from: from.start, to: to.end, finest, isTogether })) {
        if (one.start > from.start && one.start < to.end) found.push(one)
      }
    }
  }
}

type Stage = 'line' | 'word' | 'character' | 'anywhere'

function sizes(text: string): Uint32Array {
  const size = new Uint32Array(text.length + 1)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    size[at] = count
    count += 1
    // Both halves of a surrogate pair count as one.
    if ((text.codePointAt(at) ?? 0) > 0xffff) size[++at] = count - 1
  }
  size[text.length] = count
  return size
}

/** Drops fences and table heads that would leave no room for the text itself. */
function affordable(breaks: readonly Break[], limit: number): Break[] {
  return breaks.map((one) => {
    if (one.open === '' && one.close === '') return one
    const isAffordable = codePoints(one.open) <= limit / 2 && codePoints(one.close) <= limit / 3
    return isAffordable ? one : { ...one, open: '', close: '' }
  })
}

function lineAt(lines: readonly Line[], place: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle]?.start ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Returns whether a break at an index would tear apart something that belongs together on a line: a mention, a link, inline
 * code, or bold text.
 *
 * @param isCodeLine Whether an index is in a line of code, where nothing has to stay together.
 */
function togetherIn(markdown: string, isCodeLine: (at: number) => boolean): (place: number) => boolean {
  const inside = new Uint8Array(markdown.length + 1)
  const mark = (start: number, end: number) => {
    if (!isCodeLine(start)) inside.fill(1, start + 1, end)
  }
  for (const { start, end } of codeSpans(markdown)) mark(start, end)
  for (const { index, 0: whole } of markdown.matchAll(wholes)) mark(index, index + whole.length)
  return (place) => inside[place] === 1
}

/** Each alternative stops at its own opening mark, so that no text is scanned twice. */
const wholes = new RegExp(
  [
    /@_?\*\*[^*]+\*\*/, // a mention
    /@_?\*[^*]+\*/, // a mention of a group
    /#\*\*[^*]+\*\*/, // a link to a channel or topic
    /!?\[[^[\]\n]*\]\([^()\s]*\)/, // a link
    /<[^<>\s][^<>\n]*>/, // a time, or a URL in angle brackets
    /https?:\/\/\S+/, // a URL
    /\$\$[^$\n]+\$\$/, // a formula
    /\*\*[^*\n]+\*\*/,
    /\*[^*\s][^*\n]*\*/,
    /~~[^~\n]+~~/,
    /:[\w+-]+:/, // an emoji
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** The text between two breaks as it is sent: without white space at its edges, except in code. */
export function written(markdown: string, from: Break, to: Break): string {
  const text = from.open + markdown.slice(from.start, to.end) + to.close
  const outdented = from.indent > 0 ? withoutIndent(text, from.indent) : text
  const tidy = from.open === '' ? outdented.replace(/^(?:[ \t]*\r?\n)+/, '') : outdented
  return to.close === '' ? tidy.trimEnd() : tidy
}

/** Removes columns of indentation from the lines, up to the first that isn't indented that far. */
function withoutIndent(text: string, columns: number): string {
  let isOver = false
  return text
    .split('\n')
    .map((line) => {
      if (isOver || line.trim() === '') return line
      const shorter = withoutColumns(line, columns)
      isOver = shorter === undefined
      return shorter ?? line
    })
    .join('\n')
}

function withoutColumns(line: string, columns: number): string | undefined {
  let column = 0
  let at = 0
  while (column < columns) {
    if (line[at] === ' ') column += 1
    else if (line[at] === '\t') column += 4 - (column % 4)
    else return undefined
    at += 1
  }
  return line.slice(at)
}
