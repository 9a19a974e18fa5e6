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
    if (previous === undefined || previous.kind === 'opens' || isEnd(line)) continue
    const table = tables.get(at)
    if (table?.isHead === true) continue
    const { open, close } = acrossFences(markdown, fencesOver(line))
    const kept = line.goesOn ? line.containers : line.containers.slice(0, line.kept)
    const start = line.goesOn && line.kind === 'prose' && kept.length === 0 ? line.at : line.start
    const isMisread = line.goesOn && line.kind === 'prose' && table === undefined && misread.test(rest(markdown, line))
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

/** The end of a fence, or what underlines a heading. */
const isEnd = ({ kind, goesOn }: Line) => kind === 'closes' || (kind === 'heading' && goesOn)

function rest(markdown: string, line: Line): string {
  return markdown.slice(line.at, Math.min(line.end, line.at + 12))
}

/** The deeper the place, the higher; a heading stays with what it stands over if it can. */
function rankOf(line: Line, previous: Line): number {
  const goesOn = line.goesOn || (line.kind === 'indented' && previous.kind === 'indented')
  if (goesOn) return 3 * line.containers.length + 2
  const isNextItem = [line, previous].every(({ containers }) => containers[line.kept]?.kind === 'item')
  return 3 * line.kept + (isNextItem ? 1 : 0) + (previous.kind === 'heading' ? 0.5 : 0)
}

function fencesOver(line: Line): Fence[] {
  const kept = line.goesOn ? line.containers : line.containers.slice(0, line.kept)
  const fences: Fence[] = kept.filter((container) => container.kind === 'fenced')
  return line.goesOn && line.fence !== undefined ? [...fences, line.fence] : fences
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

/** What stands before a line of something, as it stands before its further lines: without the markers of lists. */
export function continuationPrefix(prefix: string): string {
  return prefix.replace(/[^>\s]/g, ' ')
}

/** The words behind a fence say which language it is, or what a spoiler is about; a hostile text has thousands. */
function shortened(opener: string): string {
  return opener.length <= longestOpener ? opener : opener.slice(0, longestOpener).replace(/\p{Surrogate}$/u, '')
}

const longestOpener = 120

/** Where only lists and fences enclose a line, it can be taken out of the lists. */
function indentOf(containers: readonly Container[]): number {
  if (containers.some(({ kind }) => kind === 'quote')) return 0
  return containers.reduce((sum, container) => sum + (container.kind === 'item' ? container.indent : 0), 0)
}

/** The lines that belong to tables. The rows after the first carry the table's head, to be shown again above them. */
function tableHeads(markdown: string, lines: readonly Line[]): Map<number, { isHead: boolean; head: string }> {
  const found = new Map<number, { isHead: boolean; head: string }>()
  for (const [at, line] of lines.entries()) {
    const head = lines[at - 1]
    if (head?.kind !== 'prose' || !line.goesOn || found.has(at)) continue
    if (line.end - line.at > longestDelimiter || !delimiterRow.test(markdown.slice(line.at, line.end))) continue
    const text = `${markdown.slice(head.start, line.end)}\n`
    found.set(at, { isHead: true, head: '' })
    let row = at + 1
    for (; lines[row]?.goesOn === true && lines[row]?.kind === 'prose'; row += 1) {
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
  /** How much is torn apart: of several places the one with the lowest rank is the best. */
  readonly rank: number
  /** What the part before needs at its end, such as the end of a fence. */
  readonly close: string
  /** What the part after needs at its beginning, such as the same fence again. */
  readonly open: string
  /** Columns by which the lines after it are indented for nothing, once what they stood in is left behind. */
  readonly indent: number
}

/** Ranks of breaks within lines. Those between lines are lower: the more of what encloses them goes on, the higher. */
export const ranks = {
  sentence: 100,
  word: 101,
  character: 102,
  /** What follows would be read as something else at the beginning of a message, such as a heading. */
  misread: 103,
  /** Within what belongs together, such as a link. */
  wordInside: 104,
  characterInside: 105,
  anywhere: 106,
} as const

/** What would be read as something else if a message began with it: a command of the app, or the mark of a block. */
export const misread = /^(?:\/\w|#{1,6}\s|>|[+*-]\s|[*-]{3}|`{3}|~{3}|\||\d{1,9}[.)]\s)/
/** The characters that it can begin with. */
export const misreadStart = /[/#>+*\-`~|\d]/
