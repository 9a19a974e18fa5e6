import type { FeatureLevelRow } from './featureLevel.js'
import { type FeatureId, featureLevels } from './levels.js'

const byId: ReadonlyMap<string, FeatureLevelRow> = new Map(featureLevels.map((row) => [row.id, row]))

/** The row of the table with this name. */
export function featureRow(id: FeatureId): FeatureLevelRow {
  const row = byId.get(id)
  if (row === undefined) throw new RangeError(`No feature is called "${id}"; the names are in featureLevels.`)
  return row
}
