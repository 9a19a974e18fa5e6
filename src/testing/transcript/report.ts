import { writtenPlace } from '../../transcript/notation.js'
import type { Entry, TranscriptPlace } from '../../transcript/transcript.js'
import { writtenEntry } from '../../transcript/write.js'
import type { Outcome } from './compare.js'

/** A line of the transcript, and what has to become of it so that the bot passes. */
export interface ReportLine {
  readonly sign: ' ' | '-' | '+'
  /** Its number in the file, if it is there. */
  readonly number?: number
  readonly text: string
}

/** The lines of a transcript, `-` before what the bot didn't do and `+` before what it did instead. */
export function reportLines(
  source: string,
  outcomes: readonly Outcome[],
  isSame: (one: TranscriptPlace, other: TranscriptPlace) => boolean,
): readonly ReportLine[] {
  const fileLines = source.split(/\r?\n/)
  const report: ReportLine[] = []
  let here: TranscriptPlace | undefined
  const fromFile = (sign: ReportLine['sign'], { at: { line, count } = { line: 1, count: 0 } }: Entry) => {
    const texts = fileLines.slice(line - 1, line - 1 + count)
    report.push(...texts.map((text, index) => ({ sign, text, number: line + index })))
  }
  const add = (text: string) => report.push(...text.split('\n').map((line) => ({ sign: '+' as const, text: line })))
  const goTo = (place: TranscriptPlace | undefined) => {
    if (place === undefined || (here !== undefined && isSame(here, place))) return
    const last = report.findLast(({ sign }) => sign !== '-')
    if (last !== undefined && last.text !== '') add('')
    add(`# ${writtenPlace(place)}`)
    here = place
  }
  for (const outcome of outcomes) {
    const { kind, place } = outcome
    if (kind === 'missing') fromFile('-', outcome.entry)
    else if (kind === 'extra') {
      goTo(place)
      add(writtenEntry(outcome.action))
    } else {
      const { entry } = outcome
      if (entry.kind === 'place') here = entry.place
      else if (inPlace.has(entry.kind)) goTo(place)
      fromFile(kind === 'kept' ? ' ' : '-', entry)
      if (kind === 'changed') add(writtenEntry({ ...outcome.action, ...(entry.levels && { levels: entry.levels }) }))
    }
  }
  return report
}

const inPlace: ReadonlySet<Entry['kind']> = new Set(['message', 'edit', 'delete', 'react', 'unreact', 'move'])

/** The transcript as the bot passes it. What fits stays as it is written. */
export function updatedText(source: string, report: readonly ReportLine[]): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n'
  const lines = report.flatMap(({ sign, text }) => (sign === '-' ? [] : [text]))
  return lines.join(newline) + (/\n$/.test(source) || source === '' ? newline : '')
}

/** The first line of the file that differs, or after which something is missing. */
export function firstDifference(outcomes: readonly Outcome[]): number | undefined {
  let last = 1
  for (const outcome of outcomes) {
    if (outcome.kind !== 'extra') last = outcome.entry.at?.line ?? last
    if (outcome.kind !== 'kept') return last
  }
  return undefined
}

/** The lines that differ, each with the four around it. */
export function diffText(report: readonly ReportLine[]): string {
  const differs = report.map(({ sign }) => sign !== ' ')
  const width = String(Math.max(0, ...report.map(({ number = 0 }) => number))).length
  let isGap = false
  return report
    .flatMap(({ sign, number = '', text }, at) => {
      if (!differs.slice(Math.max(0, at - 4), at + 5).includes(true)) {
        isGap = true
        return []
      }
      const gap = isGap && differs.slice(0, at).includes(true) ? [`${' '.repeat(width)} ⋮`] : []
      isGap = false
      return [...gap, `${String(number).padStart(width)} ${sign} ${text}`.trimEnd()]
    })
    .join('\n')
}
