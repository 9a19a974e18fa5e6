/**
 * One way in which the service refuses a request. `msg` is the exact text, with `{name}` where a fact goes.
 *
 * @see spec 7
 */
export interface ErrorRow {
  /** Absent where a real server sends none: its 405 and its 500. */
  readonly code?: string
  readonly msg: string
  /** HTTP status; the spec does not show any, so all of them are assumptions. */
  readonly status: number
  /** Where the text comes from. */
  readonly source: 'spec' | 'assumed'
}

export const bad = (msg: string, source: ErrorRow['source'] = 'assumed') => coded('BAD_REQUEST', msg, source)

export const coded = <const Code extends string>(
  code: Code,
  msg: string,
  source: ErrorRow['source'] = 'assumed',
  status = 400,
) => ({ code, msg, status, source }) satisfies ErrorRow
