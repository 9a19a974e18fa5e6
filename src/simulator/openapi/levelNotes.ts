import {
  type AppliesTo,
  type ChangeKind,
  changeOf,
  type Dialect,
  type FeatureId,
  type FeatureLevelRow,
  featureLevels,
  hasFeature,
} from '../../protocol/index.js'
import { own } from '../../values.js'

export type LevelNotes = ReturnType<typeof levelNotes>

/** The rows of the table of feature levels about a place, for a server of one level. */
export function levelNotes(level: number, dialect: Dialect) {
  return {
    /** One sentence for each row about exactly this place. */
    about: (place: AppliesTo): string[] =>
      rowsAbout(place)
        // A listed endpoint needs no note that it exists.
        .filter((row) => row.kind !== 'endpoint' || keyOf(row.appliesTo) !== keyOf(place))
        .map((row) => inWords(dialect, noteOf(row, level))),
    /** Whether servers of this level may lack what newer ones have there. */
    isNew: (place: AppliesTo): boolean =>
      rowsAbout(place).some((row) => bringsFields.has(row.kind) && !hasFeature(level, row.id)),
  }
}

type Row = FeatureLevelRow & { readonly id: FeatureId }

const rows: readonly Row[] = featureLevels

/** A new endpoint may bring fields of existing entities. */
const bringsFields: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['field', 'endpoint'])

/** The rows about each place, in the table's order. Indexed, since a document looks up every field. */
const rowsByPlace = new Map<string, Row[]>()
for (const row of rows) {
  for (const key of new Set([row.appliesTo, ...row.alsoAppliesTo].map(keyOf))) {
    rowsByPlace.set(key, [...(rowsByPlace.get(key) ?? []), row])
  }
}

const rowsAbout = (place: AppliesTo): readonly Row[] => rowsByPlace.get(keyOf(place)) ?? []

function keyOf({ endpoint, parameter, entity, field }: AppliesTo): string {
  return [endpoint, parameter, entity, field].join(' ')
}

function noteOf(row: Row, level: number): string {
  if (hasFeature(level, row.id)) return `Since feature level ${row.level}: ${changeOf(row)}`
  return `Only from feature level ${row.level} on, which this server does not have: ${changeOf(row)}`
}

/** A text of the contract, with the names of a dialect for paths, fields and values. */
export function inWords(dialect: Dialect, text: string): string {
  const table: Readonly<Record<string, string>> = {
    ...dialect.authenticationMethods,
    ...dialect.reactionTypes,
    ...dialect.fields,
    ...dialect.paths,
  }
  return text.replaceAll(/\/?[\w/-]+/g, (word) => own(table, word) ?? word)
}

/** The name of a field in a dialect. */
export function fieldIn(dialect: Dialect, name: string): string {
  return own(dialect.fields, name) ?? name
}
