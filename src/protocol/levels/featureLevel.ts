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
  /** The parameter is understood from this level on; an older server ignores it. */
  | 'parameter'
  /** A further value of a parameter or field. */
  | 'value'
  /** A field appears, disappears or takes another shape. */
  | 'field'
  /** The same request has another effect. */
  | 'behaviour'
  /** The same condition is refused with another code. */
  | 'error'

export interface FeatureLevelRow {
  /** How code names the feature. */
  readonly id: string
  /** The first level whose servers have it. 0: every server. */
  readonly level: number
  readonly kind: ChangeKind
  readonly appliesTo: AppliesTo
  /** Where else the same change shows. */
  readonly alsoAppliesTo?: readonly AppliesTo[]
  /** Section of the spec that dates it. */
  readonly spec: string
}

/** A row as the tables have it; without `spec` where the spec doesn't date it. */
export interface WrittenRow extends Pick<FeatureLevelRow, 'alsoAppliesTo'> {
  readonly at: AppliesTo & Pick<FeatureLevelRow, 'level' | 'kind'> & { readonly spec?: string }
}
