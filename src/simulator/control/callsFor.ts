import * as z from 'zod'
import { isObject } from '../../values.js'
import type { OutgoingDelivery } from '../delivery/delivery.js'
import { entriesAfter, type Journal } from '../journal/journal.js'
import { time } from './fields.js'

/** A call of the API that a bot made for a delivery. */
export const deliveryCall = z.object({
  number: z.int().describe('Of the entry in the journal.'),
  at: time,
  endpoint: z.string(),
  status: z.int().nullable().describe('Null while there is no answer.'),
  code: z.string().nullable().describe('Of a refusal.'),
  says: z.string().nullable().describe('The message of a refusal.'),
  message: z.int().nullable().describe('ID of the message that it sent.'),
})
export type DeliveryCall = z.output<typeof deliveryCall>

/** How many entries of the journal are searched at most. */
const mostEntries = 20_000

/** The calls that a bot made for a delivery: those that name it, or all until the delivery ended. */
export function callsFor({ id, bot, queuedAt, log }: OutgoingDelivery, journal: Journal): readonly DeliveryCall[] {
  const calls = new Map<number, DeliveryCall>()
  const mark = log && `delivery ${log.name}`
  const first = firstAt(queuedAt, journal)
  let hasBegun = false
  let hasEnded = false
  for (const entry of entriesAfter(journal, first - 1, ['call', 'answer', 'delivery'])) {
    if (entry.number >= first + mostEntries) break
    if (entry.kind === 'delivery' && entry.delivery === id) {
      hasBegun ||= entry.stage === 'queued'
      hasEnded ||= entry.stage === 'ended'
    }
    if (entry.kind === 'call' && entry.caller?.user_id === bot.id) {
      const isIts = mark === undefined ? hasBegun && !hasEnded : entry.client === mark
      const { number, at, endpoint = '', path = '' } = entry
      const call = { number, at, endpoint: endpoint || path, status: null, code: null, says: null, message: null }
      if (isIts) calls.set(number, call)
    }
    const call = entry.kind === 'answer' ? calls.get(entry.call) : undefined
    if (entry.kind !== 'answer' || call === undefined) continue
    call.status = entry.status
    const { result, code, msg, id: message } = isObject(entry.answer) ? entry.answer : {}
    if (result === 'error') Object.assign(call, { code: String(code ?? ''), says: String(msg ?? '') })
    else if (call.endpoint === sends && typeof message === 'number') call.message = message
  }
  return [...calls.values()]
}

const sends = 'messages.send'

/** What a bot sent after its answer, which had nothing to post: its process says how long that took, the journal what it was. */
export function lateReply(delivery: OutgoingDelivery, journal: Journal): OutgoingDelivery['late'] {
  const { outcome, log, attempts } = delivery
  const last = attempts.at(-1)
  const sent = log?.calls.findLast(({ endpoint, status }) => endpoint === sends && status === 200)
  if (outcome !== 'quiet' || !sent || !last || !saysReply.includes(log?.outcome ?? '')) return undefined
  const isLater = ({ at }: DeliveryCall) => at >= last.startedAt + last.duration
  const message = callsFor(delivery, journal).findLast((call) => call.message !== null && isLater(call))?.message
  return message == null ? undefined : { message, after: Math.round(sent.after + (sent.duration ?? 0)) }
}

/** How a process ends its work on a delivery that was answered by calls: itself, or from its queue. */
const saysReply: readonly string[] = ['sent', 'done']

/** Number of the first entry at or after a time. Entries are in order of time. */
function firstAt(at: number, journal: Journal): number {
  let from = 1
  let to = journal.last + 1
  while (from < to) {
    const middle = (from + to) >> 1
    const [entry] = journal.read({ since: middle - 1, limit: 1 }).entries
    if (entry === undefined || entry.at >= at) to = middle
    else from = middle + 1
  }
  return from
}
