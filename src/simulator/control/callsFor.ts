import { isObject } from '../../values.js'
import type { Delivery } from '../delivery/delivery.js'
import type { Journal } from '../journal/journal.js'

/** A call of the API that a bot made for a delivery. */
export interface DeliveryCall {
  /** Of the entry in the journal. */
  readonly number: number
  readonly at: number
  readonly endpoint: string
  status: number | null
  code: string | null
  says: string | null
}

/** The most entries of the journal that are looked through. */
const mostEntries = 20_000

/** The calls that a bot made for a delivery: those that name it, or all until the delivery ended. */
export function callsFor({ id, bot, queuedAt, log }: Delivery, journal: Journal): readonly DeliveryCall[] {
  const calls = new Map<number, DeliveryCall>()
  const mark = log && `delivery ${log.name}`
  const first = firstAt(queuedAt, journal)
  let hasBegun = false
  let hasEnded = false
  for (let since = first - 1; since < Math.min(journal.last, first + mostEntries); ) {
    const page = journal.read({ since, limit: 1000, kinds: ['call', 'answer', 'delivery'] })
    for (const entry of page.entries) {
      if (entry.kind === 'delivery' && entry.delivery === id) {
        hasBegun ||= entry.stage === 'queued'
        hasEnded ||= entry.stage === 'ended'
      }
      if (entry.kind === 'call' && entry.caller?.user_id === bot.id) {
        const isIts = mark === undefined ? hasBegun && !hasEnded : entry.client === mark
        const { number, at, endpoint = '', path = '' } = entry
        if (isIts) calls.set(number, { number, at, endpoint: endpoint || path, status: null, code: null, says: null })
      }
      const call = entry.kind === 'answer' ? calls.get(entry.call) : undefined
      if (entry.kind !== 'answer' || call === undefined) continue
      call.status = entry.status
      const { result, code, msg } = isObject(entry.answer) ? entry.answer : {}
      if (result === 'error') Object.assign(call, { code: String(code ?? ''), says: String(msg ?? '') })
    }
    if (page.next <= since) break
    since = page.next
  }
  return [...calls.values()]
}

/** Number of the first entry at or after a time: they are in its order. */
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
