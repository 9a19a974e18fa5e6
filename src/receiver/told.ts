import type { Answer } from './attempt.js'
import { Refusal, type RefusalCode } from './refusal.js'

/** What a request is answered. */
export interface Told {
  readonly status: Refusal['status'] | 200
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
  /** Why the request was refused, if it was, whatever its sender is told. */
  readonly refusedFor?: RefusalCode
  /** The connection was ended, so that nobody hears the answer. */
  readonly isHungUp?: boolean
}

const json = { 'content-type': 'application/json; charset=utf-8' }

export function toldAnswer(answer: Answer): Told {
  if (answer === 'failed') return toldRefusal(new Refusal('FAILED'))
  return { status: 200, headers: json, body: JSON.stringify(answer) }
}

/** @param refusedFor The reason, where the sender hears of another. */
export function toldRefusal({ status, body, facts, code }: Refusal, refusedFor: RefusalCode = code): Told {
  const { allow, retryAfter } = facts
  const headers = {
    ...json,
    ...(allow !== undefined && { allow }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  }
  return { status, headers, body: JSON.stringify(body), refusedFor }
}
