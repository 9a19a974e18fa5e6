import * as z from 'zod'
import { slots } from './slots.js'

const { when, status, retryAfter, by, every, bytes, type } = schemas()
const { times, others, trigger, field, characters, skew } = schemas()

/** Before the server does what it is asked for, unless said otherwise. */
const early = when.default('before')

/** What can happen to a call of the API. Times are milliseconds. */
export const CallEffect = z.discriminatedUnion('kind', [
  /** The answer is an error of the server, or of a proxy before it. */
  z.strictObject({ kind: z.literal('status'), status, when: early }),
  /** The caller is told to slow down, and for how long if `retryAfter` is given. Nothing is done. */
  z.strictObject({ kind: z.literal('rate limit'), retryAfter: retryAfter.optional() }),
  /** The connection is closed without an answer. */
  z.strictObject({ kind: z.literal('drop'), when: early }),
  /** The connection is reset without an answer. */
  z.strictObject({ kind: z.literal('reset'), when: early }),
  /** There is no answer, and the connection stays open. */
  z.strictObject({ kind: z.literal('hang'), when: early }),
  /** Credentials that were good are refused. Nothing is done. */
  z.strictObject({ kind: z.literal('key revoked') }),
  /** It takes longer. */
  z.strictObject({ kind: z.literal('delay'), by, when: early }),
  /** The connection is closed in the middle of the answer's body, after so many bytes of it. */
  z.strictObject({ kind: z.literal('break off'), bytes }),
  /** The answer arrives whole, and is no JSON. */
  z.strictObject({ kind: z.literal('malformed') }),
  /** The answer says that it is of another type. */
  z.strictObject({ kind: z.literal('content type'), type }),
  /** The answer's body arrives in small parts. */
  z.strictObject({ kind: z.literal('drip'), bytes, every }),
])
export type CallEffect = z.output<typeof CallEffect>

/** What can happen to a delivery. Times are milliseconds. */
export const DeliveryEffect = z.discriminatedUnion('kind', [
  /** It is posted several times, though it was answered. What is answered last counts. */
  z.strictObject({ kind: z.literal('duplicate'), times }),
  /** It waits until so many later deliveries to the same bot have been made. */
  z.strictObject({ kind: z.literal('overtaken'), others }),
  /** It waits. */
  z.strictObject({ kind: z.literal('delay'), by }),
  /** It is never posted. */
  z.strictObject({ kind: z.literal('drop') }),
  /** The connection breaks after it was posted, so that it is posted once more. */
  z.strictObject({ kind: z.literal('answer lost') }),
  /** The token was never the bot's. */
  z.strictObject({ kind: z.literal('wrong token') }),
  /** The token is the one that the bot had before. */
  z.strictObject({ kind: z.literal('old token') }),
  z.strictObject({ kind: z.literal('trigger'), trigger }),
  /** Every field that may be missing is missing. */
  z.strictObject({ kind: z.literal('bare') }),
  /** One field is missing, whether it may be or not. */
  z.strictObject({ kind: z.literal('without'), field }),
  /** The message has a content of this length. */
  z.strictObject({ kind: z.literal('huge'), characters }),
  /** The message is dated by a clock that is so much ahead; behind, where it is below 0. */
  z.strictObject({ kind: z.literal('skew'), skew }),
])
export type DeliveryEffect = z.output<typeof DeliveryEffect>

/** The schemas of all slots by their names. */
function schemas(): { readonly [Name in keyof typeof slots]: (typeof slots)[Name]['schema'] } {
  const entries = Object.entries(slots).map(([name, slot]) => [name, slot.schema])
  return Object.fromEntries(entries) as ReturnType<typeof schemas>
}
