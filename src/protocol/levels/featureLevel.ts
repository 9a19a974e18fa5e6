/** What a change touches: an endpoint (and perhaps one parameter of it), or an entity (and perhaps one field of it). */
export interface AppliesTo {
  readonly endpoint?: string
  readonly parameter?: string
  readonly entity?: string
  readonly field?: string
}

export type ChangeKind =
  /** The endpoint exists from this level on. */
  | 'endpoint'
  /** The endpoint is gone from this level on. */
  | 'removal'
  /** The parameter is understood from this level on; an older server ignores it. */
  | 'parameter'
  /** A parameter or field has a further value. */
  | 'value'
  /** A field appears, disappears or changes shape. */
  | 'field'
  /** The same request has a different effect. */
  | 'behaviour'
  /** The same condition returns a different error code. */
  | 'error'

export interface FeatureLevelRow {
  /** The feature's name in code. */
  readonly id: string
  /** The first level that has the feature. 0: every server. */
  readonly level: number
  readonly kind: ChangeKind
  readonly appliesTo: AppliesTo
  /** Other places where the same change shows. */
  readonly alsoAppliesTo: readonly AppliesTo[]
}

/** A row as written in the tables: its level and kind, and all places where it shows, as `placeOf` reads them. */
export type WrittenRow = readonly [level: number, kind: ChangeKind, place: string, ...more: string[]]
