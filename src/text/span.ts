/** A stretch of a text, in UTF-16 units: `start` belongs to it, `end` does not. */
export interface Span {
  readonly start: number
  readonly end: number
}
