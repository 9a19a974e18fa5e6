import type { LevelRow } from './changes.js'

/** Levels at which something changes, lowest first, and 0, each with what does. */
export interface Epoch<Row extends Leveled = LevelRow> {
  readonly level: number
  readonly rows: readonly Row[]
}

type Leveled = Pick<LevelRow, 'id' | 'level'>

export function epochsOf<Row extends Leveled>(rows: readonly Row[]): readonly Epoch<Row>[] {
  const levels = [...new Set([0, ...rows.map(({ level }) => level)])].sort((one, other) => one - other)
  return levels.map((level) => ({ level, rows: rows.filter((row) => row.level === level) }))
}

/** The number of the epoch that a level is in: that of the last change before or at it. */
export function epochAt(epochs: readonly Pick<Epoch, 'level'>[], level: number): number {
  return Math.max(
    0,
    epochs.findLastIndex((epoch) => epoch.level <= level),
  )
}
