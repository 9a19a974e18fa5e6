import { readBlocks } from './blocks.js'
import type { Span } from './span.js'

/**
 * Where a Markdown text holds code: inline, fenced and indented, fences and backticks included. In order; a block has
 * one span a line.
 */
export function codeSpans(markdown: string): Span[] {
  if (!codeMarks.some((mark) => markdown.includes(mark))) return []
  const { code, prose } = readBlocks(markdown)
  const inline = prose.flatMap((lines) => pairs(lines.flatMap((line) => backtickRuns(markdown, line))))
  return [...code, ...inline].sort((a, b) => a.start - b.start)
}

/** Without any of these a text has no code, so that most texts need not be taken apart. */
const codeMarks = ['`', '~~~', '    ', '\t']

/** A row of backticks. Behind a backslash its first one can't open code, while all of it can still close some. */
interface BacktickRun extends Span {
  readonly escaped: boolean
}

const backticks = /(\\*)(`+)/g

function backtickRuns(markdown: string, line: Span): BacktickRun[] {
  return Array.from(markdown.slice(line.start, line.end).matchAll(backticks), (found) => {
    const [whole, backslashes = '', ticks = ''] = found
    const end = line.start + found.index + whole.length
    return { start: end - ticks.length, end, escaped: backslashes.length % 2 === 1 }
  })
}

/** Code goes from one run to the next of the same length. */
function pairs(runs: readonly BacktickRun[]): Span[] {
  const lastOfLength = new Map(runs.map((run, at) => [lengthOf(run), at]))
  const spans: Span[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const opener = runs[at]
    if (!opener) continue
    const start = opener.start + (opener.escaped ? 1 : 0)
    const length = opener.end - start
    if (length === 0 || (lastOfLength.get(length) ?? 0) <= at) continue
    do at += 1
    while (at < runs.length && lengthOf(runs[at]) !== length)
    spans.push({ start, end: runs[at]?.end ?? start })
  }
  return spans
}

const lengthOf = (span: Span | undefined): number => (span ? span.end - span.start : 0)
