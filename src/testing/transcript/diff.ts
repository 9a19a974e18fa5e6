import { writtenPlace } from '../../transcript/notation.js'
import { writtenEntry } from '../../transcript/write.js'
import type { Verdict } from './verdicts.js'

/** One line of a chat beside what was expected of it. */
interface Line {
  readonly sign: ' ' | '-' | '+'
  readonly number?: number
  readonly text: string
}

export interface DiffOptions {
  /** How many lines that fit are shown around one that does not; 4 unless given. */
  readonly around?: number
}

/** The chat of a file with what is missing behind `-` and what came instead behind `+`, around each place where it differs. */
export function chatDiff(text: string, verdicts: readonly Verdict[], { around = 4 }: DiffOptions = {}): string {
  const source = text.split(/\r?\n/)
  let here: string | undefined
  const lines = verdicts.flatMap((verdict) => {
    const place = verdict.place === undefined ? here : writtenPlace(verdict.place)
    const isElsewhere = verdict.kind === 'extra' && place !== here
    here = place
    return isElsewhere
      ? [{ sign: '+' as const, text: `# ${place}` }, ...linesOf(verdict, source)]
      : linesOf(verdict, source)
  })
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' '),
  )
  const width = String(Math.max(0, ...lines.map(({ number = 0 }) => number))).length
  let isGap = false
  const result: string[] = []
  for (const [at, { sign, number, text }] of lines.entries()) {
    if (!shown[at]) {
      isGap = result.length > 0
      continue
    }
    if (isGap) result.push(`${' '.repeat(width)} ⋮`)
    isGap = false
    result.push(`${String(number ?? '').padStart(width)} ${sign} ${text}`.trimEnd())
  }
  return result.join('\n')
}

/** The first line at which something differs: where to look. */
export function firstDifference(verdicts: readonly Verdict[]): number | undefined {
  let last = 1
  for (const verdict of verdicts) {
    if (verdict.kind !== 'extra') last = verdict.entry.at?.line ?? last
    if (verdict.kind !== 'kept') return last
  }
  return undefined
}

function linesOf(verdict: Verdict, source: readonly string[]): readonly Line[] {
  switch (verdict.kind) {
    case 'kept':
      return entryLines(' ', verdict, source)
    case 'missing':
      return entryLines('-', verdict, source)
    case 'extra':
      return textLines('+', writtenEntry(verdict.deed))
    case 'changed':
      return [...entryLines('-', verdict, source), ...textLines('+', writtenEntry(verdict.deed))]
  }
}

/** As they stand in the file. */
function entryLines(
  sign: Line['sign'],
  { entry }: Exclude<Verdict, { kind: 'extra' }>,
  source: readonly string[],
): readonly Line[] {
  const { line, count } = entry.at ?? { line: 1, count: 0 }
  return source.slice(line - 1, line - 1 + count).map((text, at) => ({ sign, text, number: line + at }))
}

function textLines(sign: Line['sign'], text: string): readonly Line[] {
  return text.split('\n').map((line) => ({ sign, text: line }))
}
