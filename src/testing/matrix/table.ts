import { newestFeatureLevel } from '../../protocol/index.js'
import { levelsText } from './behaviours.js'
import type { Matrix, MatrixResult } from './matrix.js'

/** The matrix as text: one line for each behaviour, and a summary. @example console.log(matrixTable(await matrix(run))) */
export function matrixTable(matrix: Matrix): string {
  const { results } = matrix
  const rows = results.map((one) =>
    one.works ? [levelsText(one), 'works', one.changes.join(', ')] : [levelsText(one), 'breaks', one.why ?? ''],
  )
  return `${columns([['levels', '', 'what changed there, or why it breaks'], ...rows])}\n\n${summary(matrix)}\n`
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function summary({ results, worksFrom }: Matrix): string {
  const lowest = results[0]?.level ?? 0
  const breaks = together(results.filter(({ works }) => !works))
  const sentences = breaks.map(({ levels, why }) => `Breaks at ${levels}: ${why}`)
  if (worksFrom === undefined)
    return [`Breaks on the newest server, of level ${newestFeatureLevel}.`, ...sentences].join('\n')
  if (breaks.length === 0) return `Works at every level from ${lowest} to ${newestFeatureLevel}.`
  return [`Works from level ${worksFrom} on.`, ...sentences].join('\n')
}

/** Merges adjacent failures with the same reason, ignoring levels, IDs and other words with digits in it. */
function together(failures: readonly MatrixResult[]): { readonly levels: string; readonly why: string }[] {
  const groups: { level: number; until: number; why: string }[] = []
  for (const { level, until, why = '' } of failures) {
    const last = groups.at(-1)
    if (last !== undefined && last.until === level - 1 && withoutIds(last.why) === withoutIds(why)) {
      last.until = until
    } else groups.push({ level, until, why })
  }
  return groups.map(({ level, until, why }) => ({ levels: levelsText({ level, until }), why }))
}

function withoutIds(text: string): string {
  return text.replace(/\w*\d\w*/g, '0')
}
