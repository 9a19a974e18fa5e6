import {
  type AppliesTo,
  type ChangeKind,
  type Dialect,
  type FeatureId,
  type FeatureLevelRow,
  featureLevels,
  hasFeature,
} from '../../protocol/index.js'
import { inWords } from './words.js'

/** What the level table says of a place, as seen from one level. */
export interface LevelNotes {
  /** One sentence for every row about exactly this place. */
  about(place: AppliesTo): string[]
  /** Whether a row says that servers of this level may lack what is there today. */
  isNew(place: AppliesTo): boolean
}

export function levelNotes(level: number, dialect: Dialect): LevelNotes {
  const rowsAbout = (place: AppliesTo) => rows.filter((row) => placesOf(row).some((one) => isSame(one, place)))
  return {
    about: (place) =>
      rowsAbout(place)
        // That an endpoint is there is said by its being there.
        .filter((row) => row.kind !== 'endpoint' || !isSame(row.appliesTo, place))
        .map((row) => inWords(dialect, noteOf(row, level))),
    isNew: (place) => rowsAbout(place).some((row) => bringsFields.has(row.kind) && !hasFeature(level, row.id)),
  }
}

type Row = FeatureLevelRow & { readonly id: FeatureId }

const rows: readonly Row[] = featureLevels

/** An endpoint may come with fields of what was there before. */
const bringsFields: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['field', 'endpoint'])

function placesOf({ appliesTo, alsoAppliesTo = [] }: Row): readonly AppliesTo[] {
  return [appliesTo, ...alsoAppliesTo]
}

function isSame(one: AppliesTo, other: AppliesTo): boolean {
  return (
    one.endpoint === other.endpoint &&
    one.parameter === other.parameter &&
    one.entity === other.entity &&
    one.field === other.field
  )
}

function noteOf(row: Row, level: number): string {
  if (hasFeature(level, row.id)) return `Since feature level ${row.level}: ${row.change}`
  return `Only from feature level ${row.level} on, which this server does not have: ${row.change}`
}
