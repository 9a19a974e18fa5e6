import type { FeatureLevelRow } from './featureLevel.js'
import { type FeatureId, featureLevels } from './levels.js'

const byId: ReadonlyMap<string, FeatureLevelRow> = new Map(featureLevels.map((row) => [row.id, row]))

/** The newest level that the spec names; a simulator is of this level unless told otherwise. */
export const newestFeatureLevel: number = Math.max(...[...byId.values()].map(({ level }) => level))

/** The row of the table with this name. */
export function featureRow(id: FeatureId): FeatureLevelRow {
  const feature = byId.get(id)
  if (feature === undefined) throw new RangeError(`No feature is called "${id}"; the names are in featureLevels.`)
  return feature
}

/**
 * Whether a server of this feature level has the feature. A feature introduced at level N is there from level N on
 * (an assumption: the spec's section 9 can also be read as "after N").
 *
 * @see spec 9.2
 */
export function hasFeature(level: number, id: FeatureId): boolean {
  return level >= featureRow(id).level
}

/** Whether servers of this level are the first to have the feature. */
export function beginsAt(level: number, id: FeatureId): boolean {
  return level === featureRow(id).level
}

/** Whether a number is a level that a server of this contract can have: a whole number from 0 to the newest. */
export function isFeatureLevel(level: number): boolean {
  return Number.isInteger(level) && level >= 0 && level <= newestFeatureLevel
}
