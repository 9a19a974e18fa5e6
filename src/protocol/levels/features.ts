import { companionLevels } from './companionLevels.js'
import type { FeatureLevelRow, WrittenRow } from './featureLevel.js'
import { specLevels } from './specLevels.js'

/**
 * Every change of the service, by level. Levels are written only in `specLevels`, `companionLevels` and `registerFields`.
 * Code calls `hasFeature(level, id)`; it never compares numbers.
 */
export const featureLevels: readonly (FeatureLevelRow & { readonly id: FeatureId })[] = Object.entries<WrittenRow>({
  ...specLevels,
  ...companionLevels,
})
  .map(
    ([
      id,
      {
        at: { level, kind, spec = 'companion', ...appliesTo },
        ...row
      },
    ]) => {
      return { id: id as FeatureId, level, kind, appliesTo, ...row, spec }
    },
  )
  .sort((one, other) => one.level - other.level)

/** The name of a row of the table. */
export type FeatureId = keyof typeof specLevels | keyof typeof companionLevels

/** Whether one particular server has a feature: `has('linkifierReordering')`. */
export type Has = (id: FeatureId) => boolean

const byId: ReadonlyMap<string, FeatureLevelRow> = new Map(featureLevels.map((row) => [row.id, row]))

/** The newest level that the spec names; the simulator's default. */
export const newestFeatureLevel: number = Math.max(...[...byId.values()].map(({ level }) => level))

/** The row of the table with this name. */
export function featureRow(id: FeatureId): FeatureLevelRow {
  const feature = byId.get(id)
  if (feature === undefined) throw new RangeError(`No feature is called "${id}"; the names are in featureLevels.`)
  return feature
}

/**
 * Whether a server of this feature level has the feature. A feature introduced at level N exists from level N on
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

/** Whether a number is a level that a server of this contract can have: an integer from 0 to the newest level. */
export function isFeatureLevel(level: number): boolean {
  return Number.isInteger(level) && level >= 0 && level <= newestFeatureLevel
}

/** Server releases with known feature levels. Assumed, as the spec shows no release numbers. */
export const releases = [
  { version: '8.4', level: 237 },
  { version: '10.0', level: 371 },
  { version: '10.1', level: 372 },
  { version: '11.0', level: 421 },
  { version: '12.0', level: 496 },
] as const

/** The version that a server of this level reports: a release, or a development build of the next one. */
export function versionOf(level: number): string {
  const release = releases.find((one) => one.level >= level)
  if (release === undefined) return releases[releases.length - 1]?.version ?? ''
  return release.level === level ? release.version : `${release.version}-dev-${level}`
}
