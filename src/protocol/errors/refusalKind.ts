/**
 * What kind of refusal it is: something isn't there, or the account may not do it. Most have the status 400, so their codes and
 * texts tell; undefined for any other.
 */
export function refusalKind(refusal: {
  readonly status: number
  readonly code: string
  readonly msg: string
}): 'missing' | 'forbidden' | undefined {
  const { status, code, msg } = refusal
  if (status === 404 || missing.test(code) || missing.test(msg)) return 'missing'
  return status === 403 || forbidden.test(code) || forbidden.test(msg) ? 'forbidden' : undefined
}

const missing = /DOES_NOT_EXIST|No such user|Invalid (?:message|channel|stream|user)|unknown (?:channel|stream|user)/i
const forbidden = /UNAUTHORIZED|permission|not allowed|insufficient|must be an?/i
