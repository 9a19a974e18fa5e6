import type { Container, Fence, Line } from '../blocks.js'

export function lineBreaks(markdown: string, lines: readonly Line[], isTogether: (place: number) => boolean): Break[] {
  const tables = tableHeads(markdown, lines)
  const breaks: Break[] = [{ ...nothing, end: 0, start: 0, rank: 0 }]
  let before: Line | undefined
  for (const [at, line] of lines.entries()) {
    const isCode = line.kind === 'code' || line.kind === 'closes'
    if (line.kind === 'blank') continue
    const previous = isCode ? lines[at - 1] : before
    before = line
    if (previous === undefined || previous.kind === 'opens' || line.kind === 'closes') continue
    const table = tables.get(at)
    if (table?.isHead === true) continue
    const { open, close } = acrossFences(markdown, fencesOver(line))
    const kept = line.continues ? line.containers : line.containers.slice(0, line.kept)
    const start = line.continues && line.kind === 'prose' && kept.length === 0 ? line.at : line.start
    const isMisread =
      line.continues && line.kind === 'prose' && table === undefined && misread.test(rest(markdown, line))
    breaks.push({
      end: previous.end,
      start,
      rank: isTogether(start) ? ranks.wordInside : isMisread ? ranks.misread : rankOf(line, previous),
      close,
      open: open + (table?.head ?? ''),
      indent: indentOf(kept),
    })
  }
  breaks.push({ ...nothing, end: markdown.length, start: markdown.length, rank: 0 })
  return breaks
}

const nothing = { open: '', close: '', indent: 0 }

function rest(markdown: string, line: Line): string {
  return markdown.slice(line.at, Math.min(line.end, line.at + 12))
}

/** Deeper breaks rank higher. A break after a heading ranks higher too, to keep it with the text below it. */
function rankOf(line: Line, previous: Line): number {
  const continues = line.continues || (line.kind === 'indented' && previous.kind === 'indented')
  if (continues) return 3 * line.containers.length + 2
  const isNextItem = [line, previous].every(({ containers }) => containers[line.kept]?.kind === 'item')
  return 3 * line.kept + (isNextItem ? 1 : 0) + (previous.kind === 'heading' ? 0.5 : 0)
}

function fencesOver(line: Line): Fence[] {
  const kept = line.continues ? line.containers : line.containers.slice(0, line.kept)
  const fences: Fence[] = kept.filter((container) => container.kind === 'fenced')
  return line.continues && line.fence !== undefined ? [...fences, line.fence] : fences
}

export function acrossFences(markdown: string, fences: readonly Fence[]): Pick<Break, 'open' | 'close'> {
  let open = ''
  let close = ''
  for (const { marker, line, at } of fences) {
    const prefix = continuationPrefix(markdown.slice(line.start, at))
    open += `${prefix}${shortened(markdown.slice(at, line.end))}\n`
    close = `\n${prefix}${marker}${close}`
  }
  return { open, close }
}

/** Converts the prefix of a block's first line to that of its further lines, which have no list markers. */
export function continuationPrefix(prefix: string): string {
  return prefix.replace(/[^>\s]/g, ' ')
}

/** The words after a fence name the language or a spoiler's title; hostile text has thousands of them. */
function shortened(opener: string): string {
  return opener.length <= longestOpener ? opener : opener.slice(0, longestOpener).replace(/\p{Surrogate}$/u, '')
}

const longestOpener = 120

/** If only lists and fences enclose a line, it can be moved out of the lists. */
function indentOf(containers: readonly Container[]): number {
  if (containers.some(({ kind }) => kind === 'quote')) return 0
  return containers.reduce((sum, container) => sum + (container.kind === 'item' ? container.indent : 0), 0)
}

/** The lines that belong to tables. Rows after the first have the table's head, to repeat it above them. */
function tableHeads(markdown: string, lines: readonly Line[]): Map<number, { isHead: boolean; head: string }> {
  const found = new Map<number, { isHead: boolean; head: string }>()
  for (const [at, line] of lines.entries()) {
    const head = lines[at - 1]
    if (head?.kind !== 'prose' || !line.continues || found.has(at)) continue
    if (line.end - line.at > longestDelimiter || !delimiterRow.test(markdown.slice(line.at, line.end))) continue
    const text = `${markdown.slice(head.start, line.end)}\n`
    found.set(at, { isHead: true, head: '' })
    let row = at + 1
    for (; lines[row]?.continues === true && lines[row]?.kind === 'prose'; row += 1) {
      found.set(row, { isHead: row === at + 1, head: text })
    }
  }
  return found
}

const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/
const longestDelimiter = 1_000

export interface Break {
  /** Where the part before it ends. */
  readonly end: number
  /** Where the part after it begins. */
  readonly start: number
  /** How much the break tears apart: the lowest rank is the best. */
  readonly rank: number
  /** Appended to the part before, such as a closing fence. */
  readonly close: string
  /** Put before the part after, such as the same opening fence. */
  readonly open: string
  /** Columns of indentation that the lines after it no longer need, since they are out of their list. */
  readonly indent: number
}

/** Ranks of breaks within lines. Breaks between lines rank lower: the more enclosing blocks continue across them, the higher. */
export const ranks = {
  sentence: 100,
  word: 101,
  character: 102,
  /** At the start of a message, the text after it would be read as something else, such as a heading. */
  misread: 103,
  /** Inside something that belongs together, such as a link. */
  wordInside: 104,
  characterInside: 105,
  anywhere: 106,
} as const

/** Text that means something else at the start of a message: a command of the app, or a block marker. */
export const misread = /^(?:\/\w|#{1,6}\s|>|[+*-]\s|[*-]{3}|`{3}|~{3}|\||\d{1,9}[.)]\s)/
/** Characters that such text can begin with. */
export const misreadStart = /[/#>+*\-`~|\d]/
