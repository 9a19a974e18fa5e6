import type { Container, Fence, Line } from '../blocks.js'
import { type Break, misread, ranks } from './break.js'

/** The breaks between the lines of a Markdown text, in order; with one at its beginning and one at its end. */
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

/** The fences that are open before the line and go on with it, the outermost first. */
function fencesOver(line: Line): Fence[] {
  const kept = line.goesOn ? line.containers : line.containers.slice(0, line.kept)
  const fences: Fence[] = kept.filter((container) => container.kind === 'fenced')
  return line.goesOn && line.fence !== undefined ? [...fences, line.fence] : fences
}

/** What ends the fences, and what opens them again. */
export function acrossFences(markdown: string, fences: readonly Fence[]): Pick<Break, 'open' | 'close'> {
  let open = ''
  let close = ''
  for (const { marker, line, at } of fences) {
    const prefix = goingOn(markdown.slice(line.start, at))
    open += `${prefix}${shortened(markdown.slice(at, line.end))}\n`
    close = `\n${prefix}${marker}${close}`
  }
  return { open, close }
}

/** What stands before a line of something, as it stands before its further lines: without the markers of lists. */
export function goingOn(prefix: string): string {
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
