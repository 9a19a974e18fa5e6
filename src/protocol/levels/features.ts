import { companionLevels, endpointLevels, eventLevels, fieldLevels, parameterLevels } from './companionLevels.js'
import type { AppliesTo, ChangeKind, FeatureLevelRow, WrittenRow } from './featureLevel.js'
import { specLevels } from './specLevels.js'

/** A row with a name of its own. */
export type NamedFeature = keyof typeof specLevels | keyof typeof companionLevels

type Within<Table> = { [Name in keyof Table & string]: `${Name}.${keyof Table[Name] & string}` }[keyof Table & string]

/** An endpoint, parameter, field or type of event that a level added: `users.getStatus`, `User.role`. */
type Addition =
  | keyof typeof endpointLevels
  | Within<typeof parameterLevels>
  | Within<typeof fieldLevels>
  | `event ${keyof typeof eventLevels}`

/** The name of a row of the table. */
export type FeatureId = NamedFeature | Addition

const inEvents = 'events.get:events'

/**
 * Every change of the server, by level. Levels are written only in `specLevels`, `companionLevels`, `settings` and `registerFields`.
 * Code calls `hasFeature(level, id)`; it never compares numbers.
 */
export const featureLevels: readonly (FeatureLevelRow & { readonly id: FeatureId })[] = [
  ...Object.entries<WrittenRow>({ ...specLevels, ...companionLevels }).map(([id, [level, kind, ...places]]) =>
    row(id, level, kind, ...places),
  ),
  ...Object.entries(endpointLevels).map(([id, level]) => row(id, level, 'endpoint', id)),
  ...inside(parameterLevels, 'parameter', (endpoint, parameter) => `${endpoint}(${parameter})`),
  ...inside(fieldLevels, 'field', (name, field) => (name.startsWith('event ') ? inEvents : `${name}:${field}`)),
  ...Object.entries(eventLevels).map(([type, level]) => row(`event ${type}`, level, 'value', inEvents)),
].sort((one, other) => one.level - other.level)

function row(id: string, level: number, kind: ChangeKind, ...places: readonly string[]) {
  const [appliesTo = {}, ...alsoAppliesTo] = places.map(placeOf)
  return { id: id as FeatureId, level, kind, appliesTo, alsoAppliesTo }
}

function inside(
  table: Readonly<Record<string, Readonly<Record<string, number>>>>,
  kind: ChangeKind,
  placeIn: (name: string, inner: string) => string,
) {
  return Object.entries(table).flatMap(([name, levels]) =>
    Object.entries(levels).map(([inner, level]) => row(`${name}.${inner}`, level, kind, placeIn(name, inner))),
  )
}

/**
 * Reads a place: an endpoint (`users.create`) or an entity (`User`), perhaps with a parameter in parentheses, `messages.list(narrow)`, or a
 * field behind a colon, `User:role`.
 */
function placeOf(written: string): AppliesTo {
  const [, name = '', parameter, field] = /^([\w.]+)(?:\((\w+)\))?(?::(\w+))?$/.exec(written) ?? []
  return {
    ...(name.includes('.') ? { endpoint: name } : { entity: name }),
    ...(parameter !== undefined && { parameter }),
    ...(field !== undefined && { field }),
  }
}

/** Whether a row only adds an endpoint, parameter, field or type of event. @example isAddition('followedTopics') // false */
export function isAddition(id: FeatureId): boolean {
  return /[. ]/.test(id)
}

/** Whether one particular server has a feature: `has('linkifierReordering')`. */
export type Has = (id: FeatureId) => boolean

const byId: ReadonlyMap<string, FeatureLevelRow> = new Map(featureLevels.map((row) => [row.id, row]))

/** The newest level that is known; the simulator's default. */
export const newestFeatureLevel: number = Math.max(...[...byId.values()].map(({ level }) => level))

/** The row of the table with this name. @example featureRow('followedTopics').level // 219 */
export function featureRow(id: FeatureId): FeatureLevelRow {
  const feature = byId.get(id)
  if (feature === undefined) throw new RangeError(`No feature is called "${id}"; the names are in featureLevels.`)
  return feature
}

/**
 * Whether a server of this feature level has the feature. A feature introduced at level N exists from level N on
 * (an assumption: it could also be the level after it).
 *
 * @example hasFeature(218, 'followedTopics') // false
 */
export function hasFeature(level: number, id: FeatureId): boolean {
  return level >= featureRow(id).level
}

/** Whether servers of this level are the first to have the feature. */
export function beginsAt(level: number, id: FeatureId): boolean {
  return level === featureRow(id).level
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
