/** What the page needs of a row of the level table. */
export interface LevelRow {
  readonly id: string
  readonly level: number
}

/** Levels at which something changes, lowest first, and 0, each with what does. */
export interface Epoch {
  readonly level: number
  readonly rows: readonly LevelRow[]
}

export function epochsOf(rows: readonly LevelRow[]): readonly Epoch[] {
  const levels = [...new Set([0, ...rows.map(({ level }) => level)])].sort((one, other) => one - other)
  return levels.map((level) => ({ level, rows: rows.filter((row) => row.level === level) }))
}

/** The number of the epoch that a level is in: that of the last change before or at it. */
export function epochAt(epochs: readonly Epoch[], level: number): number {
  return Math.max(
    0,
    epochs.findLastIndex((epoch) => epoch.level <= level),
  )
}
