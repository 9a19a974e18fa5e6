import * as z from 'zod'
import type { EndpointName } from '../../protocol/index.js'
import { FaultError } from './faultError.js'
import {
  endpointNames,
  fields,
  longestSpan,
  mostBytes,
  mostCalls,
  mostCharacters,
  type Range,
  statuses,
} from './slots.js'

const number = z.int().min(1).max(mostCalls)
const name = z.string().min(1, 'is empty; leave it out for everybody').max(1000)
const time = z.int().min(1).max(longestSpan)
const bytes = z.int().min(1).max(mostBytes)
/** Before or after the server does what the call asks for. */
const when = z.enum(['before', 'after']).default('before')

/**
 * The calls or deliveries that a fault affects, counted from 1 since it was added: every nth; the next few; those with
 * certain numbers; or all from a number on.
 */
export const Which = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every'), nth: number.default(1) }),
  z.strictObject({ kind: z.literal('next'), count: number.default(1) }),
  z.strictObject({
    kind: z.literal('numbers'),
    ranges: z
      .array(
        z
          .tuple([number, number])
          .refine(([first, last]) => first <= last, 'is a range that goes down; give the lower number first'),
      )
      .min(1)
      .max(10_000)
      .transform(merged),
  }),
  z.strictObject({ kind: z.literal('from'), first: number }),
])
export type Which = z.output<typeof Which>

/** What can happen to a call of the API. Times are milliseconds. */
export const CallEffect = z.discriminatedUnion('kind', [
  /** The answer is an error of the server, or of a proxy before it. */
  z.strictObject({ kind: z.literal('status'), status: z.literal(statuses), when }),
  /** The call is refused by a rate limit, with `retryAfter` if given. It has no effect. */
  z.strictObject({ kind: z.literal('rate limit'), retryAfter: time.optional() }),
  /** The connection is closed without an answer. */
  z.strictObject({ kind: z.literal('drop'), when }),
  /** The connection is reset without an answer. */
  z.strictObject({ kind: z.literal('reset'), when }),
  /** There is no answer, and the connection stays open. */
  z.strictObject({ kind: z.literal('hang'), when }),
  /** Valid credentials are refused. The call has no effect. */
  z.strictObject({ kind: z.literal('key revoked') }),
  z.strictObject({ kind: z.literal('delay'), by: time, when }),
  /** The connection is closed after this many bytes of the answer's body. */
  z.strictObject({ kind: z.literal('break off'), bytes }),
  /** The answer arrives in full, but isn't valid JSON. */
  z.strictObject({ kind: z.literal('malformed') }),
  /** The answer has another content type. */
  z.strictObject({
    kind: z.literal('content type'),
    type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'is no content type; give one such as text/html'),
  }),
  /** The answer's body arrives in small parts. */
  z.strictObject({ kind: z.literal('drip'), bytes, every: time }),
])
export type CallEffect = z.output<typeof CallEffect>

/** What can happen to a delivery. Times are milliseconds. */
export const DeliveryEffect = z.discriminatedUnion('kind', [
  /** It is posted several times, though it was answered. The last answer counts. */
  z.strictObject({ kind: z.literal('duplicate'), times: z.int().min(2).max(100) }),
  /** It waits until this many later deliveries to the same bot have been made. */
  z.strictObject({ kind: z.literal('overtaken'), others: z.int().min(1).max(1000) }),
  z.strictObject({ kind: z.literal('delay'), by: time }),
  /** It is never posted. */
  z.strictObject({ kind: z.literal('drop') }),
  /** The connection breaks after it was posted, so it is posted again. */
  z.strictObject({ kind: z.literal('answer lost') }),
  /** The bot's answer is replaced by one with this status. */
  z.strictObject({ kind: z.literal('answer status'), status: z.literal(statuses) }),
  /** The bot's answer arrives later by this much. */
  z.strictObject({ kind: z.literal('answer late'), by: time }),
  /** The bot's answer arrives as invalid JSON. */
  z.strictObject({ kind: z.literal('answer malformed') }),
  /** The connection breaks after this many bytes of the bot's answer. */
  z.strictObject({ kind: z.literal('answer cut off'), bytes }),
  /** The token was never the bot's. */
  z.strictObject({ kind: z.literal('wrong token') }),
  /** The token is the bot's previous one. */
  z.strictObject({ kind: z.literal('old token') }),
  z.strictObject({ kind: z.literal('trigger'), trigger: z.string().min(1).max(1000) }),
  /** Every optional field is missing. */
  z.strictObject({ kind: z.literal('bare') }),
  /** One field is missing, optional or not. */
  z.strictObject({
    kind: z.literal('without'),
    field: z.string().refine((field) => fields.includes(field), "isn't a field of a notification"),
  }),
  /** The message has a content of this length. */
  z.strictObject({ kind: z.literal('huge'), characters: z.int().min(1).max(mostCharacters) }),
  /** The message's date is ahead by this much; behind if negative. */
  z.strictObject({
    kind: z.literal('skew'),
    skew: z
      .int()
      .min(-longestSpan)
      .max(longestSpan)
      .refine(
        (skew) => skew !== 0 && skew % 1000 === 0,
        'is not a whole number of seconds, in which messages are dated',
      ),
  }),
])
export type DeliveryEffect = z.output<typeof DeliveryEffect>

/** A fault of calls to the simulator's API. */
const CallFault = z.strictObject({
  on: z.literal('calls'),
  which: Which,
  /** The endpoint. (default: any) */
  of: z.enum(endpointNames as readonly [EndpointName, ...EndpointName[]]).optional(),
  /** Name or address of the account that calls. (default: anybody) */
  by: name.optional(),
  effect: CallEffect,
})

/** A fault of deliveries: of notifications from the simulator to bots. */
const DeliveryFault = faultTo('deliveries', DeliveryEffect)

/** What can happen to an event on its way into an event queue. Times are milliseconds. */
export const EventEffect = z.discriminatedUnion('kind', [
  /** The queue is deleted, with the event. */
  z.strictObject({ kind: z.literal('queue lost') }),
  /** It is in the queue several times, as separate events. */
  z.strictObject({ kind: z.literal('repeat'), times: z.int().min(2).max(100) }),
  /** It never gets there, which leaves a gap in the IDs. */
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('delay'), by: time }),
])
export type EventEffect = z.output<typeof EventEffect>

/** What can happen to a heartbeat. Times are milliseconds. */
export const HeartbeatEffect = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('delay'), by: time }),
])

export type HeartbeatEffect = z.output<typeof HeartbeatEffect>

/** A fault of events for the event queues of accounts. */
const EventFault = faultTo('events', EventEffect)

/** A fault of the heartbeats that accounts get while there are no events. */
const HeartbeatFault = faultTo('heartbeats', HeartbeatEffect)

/** A fault of what is sent to an account: `to` is its name or address. (default: any) */
function faultTo<const On extends string, Effect extends z.ZodType>(on: On, effect: Effect) {
  return z.strictObject({ on: z.literal(on), which: Which, to: name.optional(), effect })
}

/** Something that goes wrong, as data: what it affects, and how. Times are milliseconds. */
const Fault = z.discriminatedUnion('on', [CallFault, DeliveryFault, EventFault, HeartbeatFault])
export type Fault = z.output<typeof Fault>

/** A fault as input: fields with a default are optional. */
export type FaultData = z.input<typeof Fault>

/** Checks a fault given as data. @throws {FaultError} that names the invalid field */
export function faultOf(data: unknown): Fault {
  const read = Fault.safeParse(data)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  const where = field === '' ? 'it' : `"${field}"`
  throw new FaultError(
    'invalid_fault',
    `A fault cannot be used: ${where}: ${issue?.message ?? 'is no fault'}. ` +
      'Give a sentence such as "the next 2 calls of messages.send answer 503", or what `parseFault` makes of one.',
    field === '' ? {} : { word: field },
  )
}

/** Whether a fault applies to the call number `seen`, if it has applied to `fired` before. */
export function isDue(which: Which, seen: number, fired: number): boolean {
  if (which.kind === 'every') return seen % which.nth === 0
  if (which.kind === 'next') return fired < which.count
  if (which.kind === 'from') return seen >= which.first
  return which.ranges.some(([first, last]) => first <= seen && seen <= last)
}

/** How often a fault may still apply; undefined if there is no limit. */
export function remainingOf(which: Which, seen: number, fired: number): number | undefined {
  if (which.kind === 'next') return which.count - fired
  if (which.kind !== 'numbers') return undefined
  return which.ranges.reduce((sum, [first, last]) => sum + Math.max(0, last - Math.max(first - 1, seen)), 0)
}

/** Sorted, with adjacent and overlapping ranges joined. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const [first, last] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const before = result.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else result.push([first, last])
  }
  return result
}
