import {
  type FeatureId,
  type FeatureLevelRow,
  featureLevels,
  newestFeatureLevel,
  touches,
  type Usage,
} from '../../protocol/index.js'

/** A range of levels in which nothing changes, so that one run is enough for all of them. */
export interface Behaviour {
  /** The lowest level, at which the tests are run. */
  readonly level: number
  /** The highest level. */
  readonly until: number
  /** The changes at the lowest level, by their IDs in the level table. */
  readonly changes: readonly FeatureId[]
}

/** The behaviours of all servers from a level on, oldest first. With a usage, changes that don't affect it are ignored. */
export function behaviours(from = 0, usage?: Usage): readonly Behaviour[] {
  const rows = rowsOfTable.filter((row) => usage === undefined || touches(row, usage))
  const levels = [...new Set([from, ...rows.map(({ level }) => level).filter((level) => level > from)])]
  return levels
    .sort((one, other) => one - other)
    .map((level, at, all) => ({
      level,
      until: (all[at + 1] ?? newestFeatureLevel + 1) - 1,
      changes: rows.filter((row) => row.level === level).map(({ id }) => id),
    }))
}

const rowsOfTable: readonly (FeatureLevelRow & { readonly id: FeatureId })[] = featureLevels

/** The levels of a behaviour as text: `39–87`, or `170`. */
export function levelsText({ level, until }: Pick<Behaviour, 'level' | 'until'>): string {
  return level === until ? String(level) : `${level}–${until}`
}
