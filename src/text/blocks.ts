import { openingFence, proseFence } from './fences.js'
import { cursorAt, type LineCursor } from './lineCursor.js'

/** The blocks of a Markdown text, as far as needed to tell code from prose. */
export interface Blocks {
  /** The lines of fenced and indented code. */
  readonly code: Span[]
  /** Paragraphs and headings, each as its lines without their prefix, such as `> `. */
  readonly prose: Span[][]
  readonly lines: Line[]
}

export interface Line extends Span {
  /** Where its content begins, after quote markers, list markers and white space. */
  readonly at: number
  readonly kind: 'blank' | 'prose' | 'heading' | 'rule' | 'code' | 'indented' | 'opens' | 'closes'
  /** Its containers, outermost first. */
  readonly containers: readonly Container[]
  /** How many of these also contain the previous line. */
  readonly kept: number
  /** Whether it continues the paragraph or code of the previous line. */
  readonly continues: boolean
  /** The fence of the code block that it belongs to. */
  readonly fence: Fence | undefined
}

export interface Fence {
  readonly marker: string
  /** The line that opens it; `at` is the index of its marker. */
  readonly line: Span
  readonly at: number
}

/**
 * Finds the blocks of a Markdown text as the server does, except that it tells nested lists and quotations apart by their
 * indentation. Fences begin at the start of a line, only a fence of the same length closes another, and content fenced as
 * `quote` or `spoiler` is prose.
 */
export function readBlocks(markdown: string): Blocks {
  const blocks: Blocks = { code: [], prose: [], lines: [] }
  let open: Container[] = []
  let leaf: Leaf | undefined

  for (let start = 0; start <= markdown.length; ) {
    const newline = markdown.indexOf('\n', start)
    const next = newline === -1 ? markdown.length : newline
    const end = markdown[next - 1] === '\r' && next > start ? next - 1 : next
    readLine(cursorAt(markdown, start, end), { start, end })
    start = next + 1
  }
  return blocks

  function readLine(cursor: LineCursor, line: Span): void {
    const { kept, isEnd } = continued(open, cursor, leaf)
    const { start, end } = line
    const note: Note = (kind, { continues = false, fence } = {}) =>
      blocks.lines.push({ start, end, at: cursor.at(), kind, containers: open, kept, continues, fence })
    if (isEnd) {
      note('closes')
      open = open.slice(0, kept)
      leaf = undefined
      return
    }
    const all = kept === open.length
    if (all && leaf?.kind === 'code') {
      blocks.code.push(line)
      const isLast = closes(cursor, leaf)
      note(isLast ? 'closes' : 'code', { continues: true, fence: leaf })
      if (isLast) leaf = undefined
      return
    }
    const opened = newContainers(cursor, kept, all && leaf?.kind === 'prose')
    if (leaf?.kind === 'prose' && opened.length === 0 && isPlain(cursor, line)) {
      leaf.lines.push({ start: cursor.at(), end: line.end })
      note('prose', { continues: true })
      return
    }
    open = [...open.slice(0, kept), ...opened]
    leaf = newLeaf(cursor, line, note)
  }

  function newLeaf(cursor: LineCursor, line: Span, note: Note): Leaf | undefined {
    if (cursor.isBlank()) {
      note('blank')
      return undefined
    }
    if (cursor.indent() >= 4) {
      blocks.code.push(line)
      note('indented')
      return undefined
    }
    const rest = cursor.rest()
    const fence = cursor.at() === line.start ? openingFence.exec(rest) : null
    if (fence) {
      const [, marker = '', word = ''] = fence
      const opener = { marker, line, at: cursor.at() }
      if (open.length < deepest && proseFence.test(word)) {
        note('opens')
        open = [...open, { kind: 'fenced', isQuote: /^quote/i.test(word), ...opener }]
        return undefined
      }
      blocks.code.push(line)
      note('opens', { fence: opener })
      return { kind: 'code', ...opener }
    }
    if (thematicBreak.test(rest)) {
      note('rule')
      return undefined
    }
    const lines = [{ start: cursor.at(), end: line.end }]
    blocks.prose.push(lines)
    const isHeading = cursor.indent() === 0 && heading.test(rest)
    note(isHeading ? 'heading' : 'prose')
    return isHeading ? undefined : { kind: 'prose', lines }
  }
}

/** A block that contains other blocks. `indent` is the column of a list item's content, relative to its container's content. */
export type Container =
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly indent: number; isEmpty: boolean }
  | ({ readonly kind: 'fenced'; readonly isQuote: boolean } & Fence)

/** A block that further lines can continue. Indented code needs no entry, since each of its lines is recognised separately. */
type Leaf = ({ readonly kind: 'code' } & Fence) | { readonly kind: 'prose'; readonly lines: Span[] }

type Note = (kind: Line['kind'], more?: { readonly continues?: boolean; readonly fence?: Fence }) => void

/** Maximum nesting depth, which limits the cost of hostile text. */
const deepest = 20

const thematicBreak = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
/** A line that ends in a lone backslash is no heading. */
const heading = /^#{1,6}[ \t](?:\\.|[^\\])*$/
const listMarker = /^(?:[-+*]|\d{1,9}\.)(?= )/

/** How many of the open containers the line belongs to, and whether it is the closing fence of the next one. */
function continued(
  open: readonly Container[],
  cursor: LineCursor,
  leaf: Leaf | undefined,
): { readonly kept: number; readonly isEnd: boolean } {
  for (const [kept, container] of open.entries()) {
    if (container.kind === 'quote') {
      if (!cursor.takeQuoteMark()) return { kept, isEnd: false }
    } else if (container.kind === 'item') {
      if (cursor.isBlank() ? container.isEmpty : cursor.indent() < container.indent) return { kept, isEnd: false }
      if (!cursor.isBlank()) container.isEmpty = false
      cursor.skip(container.indent)
    } else if (leaf?.kind !== 'code' && closes(cursor, container)) return { kept, isEnd: true }
  }
  return { kept: open.length, isEnd: false }
}

function newContainers(cursor: LineCursor, depth: number, inParagraph: boolean): Container[] {
  const found: Container[] = []
  while (depth + found.length < deepest && !cursor.isBlank() && cursor.indent() < 4) {
    const rest = cursor.rest()
    if (cursor.takeQuoteMark()) {
      found.push({ kind: 'quote' })
      continue
    }
    const interrupts = inParagraph && found.length === 0
    if (thematicBreak.test(rest)) break
    const marker = listMarker.exec(rest)
    if (!marker) break
    const isEmpty = rest.slice(marker[0].length).trim() === ''
    if (interrupts && marker[0].length > 2) break
    found.push({ kind: 'item', indent: cursor.takeListMarker(marker[0].length), isEmpty })
  }
  return found
}

/** Whether the line can only continue the open paragraph. */
function isPlain(cursor: LineCursor, line: Span): boolean {
  if (cursor.isBlank()) return false
  if (cursor.indent() >= 4) return true
  const rest = cursor.rest()
  if (cursor.at() === line.start && openingFence.test(rest)) return false
  return !thematicBreak.test(rest) && !(cursor.indent() === 0 && heading.test(rest))
}

function closes(cursor: LineCursor, { marker }: { readonly marker: string }): boolean {
  return cursor.indent() === 0 && cursor.rest().trimEnd() === marker
}

/** A range of a text in UTF-16 units, from `start` (inclusive) to `end` (exclusive). */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The spans of code in a Markdown text, in order: inline, fenced and indented, including fences and backticks. A block has one span per line. */
export function codeSpans(markdown: string): Span[] {
  if (!codeMarks.some((mark) => markdown.includes(mark))) return []
  const { code, prose } = readBlocks(markdown)
  const inline = prose.flatMap((lines) => pairs(lines.flatMap((line) => backtickRuns(markdown, line))))
  return [...code, ...inline].sort((a, b) => a.start - b.start)
}

/** A Markdown text in which everything but code is replaced. */
export function replaceProse(markdown: string, replace: (prose: string) => string): string {
  let replaced = ''
  let end = 0
  for (const code of codeSpans(markdown)) {
    replaced += replace(markdown.slice(end, code.start)) + markdown.slice(code.start, code.end)
    end = code.end
  }
  return replaced + replace(markdown.slice(end))
}

/** A text without any of these has no code, so most texts need no parsing. */
const codeMarks = ['`', '~~~', '    ', '\t']

/** A run of backticks. After a backslash, its first backtick can't open code, but the whole run can still close it. */
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

/** A run opens code with as many of its backticks as possible, such that a later run has exactly that many; the first such run closes it. */
function pairs(runs: readonly BacktickRun[]): Span[] {
  const later = new Map<number, BacktickRun[]>()
  for (const run of runs.toReversed()) {
    const alike = later.get(lengthOf(run))
    if (alike === undefined) later.set(lengthOf(run), [run])
    else alike.push(run)
  }
  const spans: Span[] = []
  for (const run of runs) {
    later.get(lengthOf(run))?.pop()
    if (run.start < (spans.at(-1)?.end ?? 0)) continue
    const start = run.start + (run.escaped ? 1 : 0)
    let most = 0
    for (const [length, alike] of later)
      if (alike.length > 0 && length > most && length <= run.end - start) most = length
    const closing = later.get(most)?.at(-1)
    if (closing !== undefined) spans.push({ start, end: closing.end })
  }
  return spans
}

const lengthOf = (span: Span): number => span.end - span.start

/** Whether a Markdown text may have a block that is fenced as a quotation. Most texts have none and need no parsing. */
export function hasQuoteFence(markdown: string): boolean {
  return quoteFence.test(markdown)
}

const quoteFence = /(?:`{3}|~{3})[ \t]*\{?\.?quote/i
