import type { AnswerEntry, CallEntry, JournalEntry } from '../../../simulator/journal/entries.js'
import { type SearchFields, timeFields } from '../../search.js'
import { liveRows } from '../liveRows.js'
import { plainText } from '../plainText.js'

/** An event, as delivered to a listener. */
export interface EventRow {
  /** Rises with the time. */
  readonly id: number
  /** Its ID in the queue. */
  readonly event: number
  readonly type: string
  /** When it was delivered, in UNIX milliseconds. */
  readonly at: number
  readonly listener: string
  /** Journal numbers of the call that got it, and of the answer. */
  readonly call: number
  readonly answer: number
  readonly says: string
}

/** All delivered events, except the playground's own. */
export function createHandedOut(most = 100_000) {
  const rows = liveRows<EventRow>(most)
  const asked = new Map<number, CallEntry>()
  return {
    rows,
    /** Applies journal entries in order; some can arrive twice. */
    note(entries: readonly JournalEntry[]): void {
      for (const entry of entries) {
        if (entry.kind === 'call' && entry.endpoint === 'events.get' && entry.client !== 'playground') {
          asked.set(entry.number, entry)
        }
        const call = entry.kind === 'answer' && asked.get(entry.call)
        if (!call) continue
        asked.delete(call.number)
        for (const [place, event] of eventsIn(entry).entries()) rows.put(rowOf(event, place, call, entry))
      }
    },
  }
}

/** The search fields of events. */
export const eventFields: SearchFields<EventRow> = {
  bot: ({ listener }) => listener,
  type: ({ type }) => type,
  event: { kind: 'number', of: ({ event }) => event },
  ...timeFields,
}

/** The text that a search word is looked for in. */
export function wordsOfEvent({ listener, type, says }: EventRow): string {
  return `${listener} ${type} ${says}`
}

type TakenEvent = Readonly<Record<string, unknown>>

/** The events in an answer to `GET /events`; none in any other answer. */
export function eventsIn({ answer }: Pick<AnswerEntry, 'answer'>): readonly TakenEvent[] {
  const { queue_id, events } = Object(answer) as { readonly queue_id?: unknown; readonly events?: unknown }
  return typeof queue_id === 'string' && Array.isArray(events) ? events : []
}

function rowOf(event: TakenEvent, place: number, call: CallEntry, { number, at }: AnswerEntry): EventRow {
  const { id, type } = event
  return {
    id: number * mostInOne + Math.min(place, mostInOne - 1),
    event: Number(id),
    type: String(type),
    at,
    listener: call.caller?.full_name ?? '',
    call: call.number,
    answer: number,
    says: saidBy(event).slice(0, 200),
  }
}

/** More than one answer can contain, and small enough that row IDs stay exact integers. */
const mostInOne = 100_000

function saidBy({ id: _, type, message, ...rest }: TakenEvent): string {
  if (type !== 'message') return JSON.stringify(rest)
  const { sender_full_name, content } = Object(message) as Readonly<Record<string, unknown>>
  return `${String(sender_full_name)}: ${plainText(String(content))}`
}
