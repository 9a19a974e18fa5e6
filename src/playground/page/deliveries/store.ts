import type { AttemptRecord, DeliveryRecord } from '../../../simulator/delivery/record.js'
import type { DeliveryHappening, JournalEntry } from '../../../simulator/journal/entries.js'
import { type SearchFields, timeFields } from '../../search.js'
import { liveRows } from '../liveRows.js'
import { messageIn } from './bodyMessage.js'
import type { ListedDelivery } from './listedDelivery.js'

/** What the list shows of a delivery. The rest is loaded when it is opened. */
export interface DeliveryRow {
  readonly id: number
  /** UNIX milliseconds. */
  readonly at: number
  readonly bot: DeliveryRecord['bot']
  readonly trigger: string
  readonly messageId: number
  readonly sender: string
  readonly senderId: number | undefined
  /** Undefined for direct messages. */
  readonly channelId: number | undefined
  /** The people in the direct conversation, with its sender and the bot. */
  readonly peopleIds: readonly number[]
  /** The channel, or the other people in the direct conversation. */
  readonly conversation: string
  readonly topic: string
  /** The beginning of the message. */
  readonly text: string
  readonly attempts: number
  /** Status of the last answer, if there was one. */
  readonly status: number | undefined
  /** The kind of failure, if there was no answer. */
  readonly failure: string | undefined
  /** How long it took, in milliseconds. */
  readonly ms: number | undefined
  readonly outcome: DeliveryRecord['outcome']
  readonly isFaulted: boolean
  readonly isResent: boolean
  readonly isEdited: boolean
  /** The ID that the bot's process gave it; empty if it sent no log. */
  readonly name: string
  /** Whether the bot's handler threw. */
  readonly hasThrown: boolean
  readonly isLate: boolean
}

/** The deliveries that the page knows, updated from the journal. */
export function createDeliveries(most = 100_000) {
  const rows = liveRows<DeliveryRow>(most)

  function noteDelivery(at: number, entry: DeliveryHappening): void {
    const row = rows.find(entry.delivery)
    if (entry.stage === 'queued') {
      // A row listed in the meantime is more recent than this entry.
      if (row === undefined) rows.put(rowOf({ ...entry, id: entry.delivery, queuedAt: at, attempts: [] }))
    } else if (row !== undefined) {
      if (entry.stage === 'ended') rows.put({ ...row, outcome: entry.outcome })
      else
        rows.put(
          entry.stage === 'logged'
            ? { ...row, name: entry.name, hasThrown: entry.threw, ...lateness(entry.late, row.ms) }
            : attempted(row, entry),
        )
    }
  }

  function noteChange(what: string, [which, written]: readonly unknown[]): void {
    if (what === 'release delivery') {
      const row = rows.find(Number(which))
      const edited = typeof written === 'string' ? { ...saidIn(written), isEdited: true } : {}
      if (row !== undefined) rows.put({ ...row, ...edited, outcome: 'under way' })
    }
    if (what !== 'let deliveries go') return
    const held = rows.all.filter(({ outcome, bot }) => outcome === 'held' && (which === 'all' || bot.user_id === which))
    for (const row of held) rows.put({ ...row, outcome: 'under way' })
  }

  return {
    rows,
    /** Adds records listed by the simulator. */
    add(records: readonly ListedDelivery[]): void {
      for (const record of records) rows.put(rowOf(record))
    },
    /** Applies journal entries. Returns whether everything has to be read again, because the simulator's state was replaced. */
    note(entries: readonly JournalEntry[]): 'go on' | 'read anew' {
      let then: 'go on' | 'read anew' = 'go on'
      for (const entry of entries) {
        if (entry.kind === 'delivery') noteDelivery(entry.at, entry)
        else if (entry.kind === 'change') noteChange(entry.what, entry.with)
        else if (entry.kind === 'memory' && goesElsewhere.includes(entry.what)) {
          rows.clear()
          then = 'read anew'
        }
      }
      return then
    },
  }
}

const goesElsewhere = ['restore', 'reset', 'resume']

/** The search fields of deliveries. */
export const deliveryFields: SearchFields<DeliveryRow> = {
  bot: ({ bot }) => [bot.full_name, bot.email],
  trigger: ({ trigger }) => trigger,
  status: { kind: 'number', of: ({ status }) => status },
  ms: { kind: 'number', of: ({ ms }) => ms },
  outcome: ({ outcome }) => outcome,
  topic: ({ topic }) => topic,
  id: ({ id, name }) => [String(id), name],
  channel: ({ conversation }) => conversation,
  sender: ({ sender }) => sender,
  message: { kind: 'number', of: ({ messageId }) => messageId },
  ...timeFields,
  is: {
    kind: 'flags',
    flags: {
      faulted: ({ isFaulted }) => isFaulted,
      held: ({ outcome }) => outcome === 'held',
      edited: ({ isEdited }) => isEdited,
      resent: ({ isResent }) => isResent,
      failed: ({ outcome }) => outcome === 'failed',
      thrown: ({ hasThrown }) => hasThrown,
      late: ({ isLate }) => isLate,
      replied: ({ outcome }) => outcome === 'replied',
      quiet: ({ outcome }) => outcome === 'quiet',
    },
  },
}

/** The text that a search word is looked for in. */
export function wordsOfDelivery({ id, bot, trigger, conversation, topic, outcome, ...row }: DeliveryRow): string {
  return `${id} ${bot.full_name} ${trigger} ${row.sender} ${conversation} ${topic} ${row.text} ${outcome} ${row.name}`
}

/** The parts of a record that a row needs. */
type Shown = Pick<
  ListedDelivery,
  'id' | 'bot' | 'trigger' | 'messageId' | 'queuedAt' | 'faults' | 'request' | 'attempts' | 'outcome' | 'isEdited'
> &
  Partial<Pick<ListedDelivery, 'resends' | 'log' | 'late'>>

/** Converts a record to a row. */
function rowOf(record: Shown): DeliveryRow {
  const { id, queuedAt, bot, trigger, messageId, request, attempts, outcome, faults, resends, isEdited, log } = record
  const { late } = record
  const row: DeliveryRow = {
    id,
    at: queuedAt,
    bot,
    trigger,
    messageId,
    ...saidIn(request.body ?? ''),
    attempts: 0,
    status: undefined,
    failure: undefined,
    ms: undefined,
    outcome,
    isFaulted: faults.length > 0,
    isResent: typeof resends === 'number',
    isEdited,
    name: log?.name ?? '',
    hasThrown: (log?.errors.length ?? 0) > 0,
    isLate: false,
  }
  const whole = attempts.reduce((so, attempt, at) => attempted(so, { attempt, count: at + 1 }), row)
  return { ...whole, ...lateness(late, whole.ms) }
}

const lateness = (late: ListedDelivery['late'] | undefined, ms: number | undefined) => ({
  isLate: Boolean(late),
  ms: late?.after ?? ms,
})

function attempted(
  row: DeliveryRow,
  { attempt, count }: { readonly attempt: AttemptRecord; readonly count: number },
): DeliveryRow {
  // Already known from the list.
  if (count <= row.attempts) return row
  const { result } = attempt
  return {
    ...row,
    attempts: count,
    ms: attempt.startedAt + attempt.duration - row.at,
    status: result.kind === 'answered' ? result.status : undefined,
    failure: result.kind === 'answered' ? undefined : result.kind,
  }
}

/** The sender, place and text in a body, as far as it can be read: a reader may have edited it. */
function saidIn(body: string) {
  const { sender, senderId, content, channel, people } = messageIn(body)
  const names = people.map(({ name }) => name).filter(Boolean)
  return {
    sender,
    senderId,
    channelId: channel?.id,
    peopleIds: people.flatMap(({ id }) => (id === undefined ? [] : [id])),
    conversation: channel ? channel.name : names.join(', '),
    topic: channel ? channel.topic : '',
    text: content.slice(0, 200),
  }
}
