/** One condition of a listing, as a request states it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: string | number | boolean | readonly number[]
  readonly negated?: boolean | undefined
}
