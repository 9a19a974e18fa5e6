import { companionLevels, endpointLevels, eventLevels, fieldLevels, parameterLevels } from './companionLevels.js'
import { specLevels } from './specLevels.js'

/** A row with a name of its own. */
export type NamedFeature = keyof typeof specLevels | keyof typeof companionLevels

type Within<Table> = { [Name in keyof Table & string]: `${Name}.${keyof Table[Name] & string}` }[keyof Table & string]

/** An endpoint, parameter, field or type of event that a level added: `users.getStatus`, `User.role`. */
type Addition =
  | keyof typeof endpointLevels
  | Within<typeof parameterLevels>
  | Within<typeof fieldLevels>
  | keyof typeof eventLevels

/** The name of a row of the table. */
export type FeatureId = NamedFeature | Addition

/** Whether a row only adds an endpoint, parameter, field or type of event. @example isAddition('followedTopics') // false */
export function isAddition(id: FeatureId): boolean {
  return /[. ]/.test(id)
}

/** Whether one particular server has a feature: `has('linkifierReordering')`. */
export type Has = (id: FeatureId) => boolean

/**
 * The first level of each feature. Levels are written only in `specLevels`, `companionLevels`, `settings` and `registerFields`.
 * Code calls `hasFeature(level, id)`; it never compares numbers.
 */
const levels: ReadonlyMap<string, number> = new Map([
  ...Object.entries<number>({ ...specLevels, ...companionLevels, ...endpointLevels, ...eventLevels }),
  ...[...partsOf(parameterLevels), ...partsOf(fieldLevels)].map(([id, , , level]) => [id, level] as const),
])

/** Each parameter or field of a table: its ID, the endpoint or other thing that has it, its own name, and its level. */
export function partsOf(table: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  return Object.entries(table).flatMap(([whole, parts]) =>
    Object.entries(parts).map(([part, level]) => [`${whole}.${part}`, whole, part, level] as const),
  )
}

/** The newest level that is known; the simulator's default. */
export const newestFeatureLevel: number = Math.max(...levels.values())

/** The first level that has a feature. */
export function levelOf(id: FeatureId): number {
  return levels.get(id) ?? unknownFeature(id)
}

export function unknownFeature(id: string): never {
  throw new RangeError(`No feature is called "${id}"; the names are in featureLevels.`)
}

/**
 * Whether a server of this feature level has the feature. A feature introduced at level N exists from level N on
 * (an assumption: it could also be the level after it).
 *
 * @example hasFeature(218, 'followedTopics') // false
 */
export function hasFeature(level: number, id: FeatureId): boolean {
  return level >= levelOf(id)
}

/** Whether servers of this level are the first to have the feature. */
export function beginsAt(level: number, id: FeatureId): boolean {
  return level === levelOf(id)
}

/** Whether a number is a level that a server can have: an integer from 0 to the newest level. */
export function isFeatureLevel(level: number): boolean {
  return Number.isInteger(level) && level >= 0 && level <= newestFeatureLevel
}

/** Server releases with known feature levels. Assumed. */
export const releases = [
  { version: '8.4', level: 237 },
  { version: '10.0', level: 371 },
  { version: '10.1', level: 372 },
  { version: '11.0', level: 421 },
  { version: '12.0', level: 496 },
] as const

/** The version that a server of this level reports: a release, or a development build of the next one. @example versionOf(219) */
export function versionOf(level: number): string {
  const release = releases.find((one) => one.level >= level)
  if (release === undefined) return releases[releases.length - 1]?.version ?? ''
  return release.level === level ? release.version : `${release.version}-dev-${level}`
}
