import type { FeatureId } from './levels.js'
import { writtenFeatures } from './written.js'

/** What has to be known of a feature to tell whether a server has it, and what it lacks without. */
export interface Feature {
  readonly id: string
  /** The first level whose servers have it. */
  readonly level: number
  /** What changed then; empty for a change that no call can need. */
  readonly change: string
}

const byId: ReadonlyMap<string, Feature> = new Map(
  writtenFeatures
    .trim()
    .split('\n')
    .map((line) => {
      const [, id = '', level, change = ''] = /^(\w+) (\d+) ?(.*)$/.exec(line) ?? []
      return [id, { id, level: Number(level), change }]
    }),
)

/** The newest level that the spec names; a simulator is of this level unless told otherwise. */
export const newestFeatureLevel: number = Math.max(...[...byId.values()].map(({ level }) => level))

/** The feature with this name. */
export function featureNamed(id: FeatureId): Feature {
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
  return level >= featureNamed(id).level
}

/** Whether servers of this level are the first to have the feature. */
export function beginsAt(level: number, id: FeatureId): boolean {
  return level === featureNamed(id).level
}

/** Whether a number is a level that a server of this contract can have: a whole number from 0 to the newest. */
export function isFeatureLevel(level: number): boolean {
  return Number.isInteger(level) && level >= 0 && level <= newestFeatureLevel
}
