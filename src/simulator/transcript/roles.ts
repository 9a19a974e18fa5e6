import type { JournalEntry } from '../journal/entries.js'
import type { RealmEvent } from '../realm/events.js'
import type { Realm } from '../realm/realm.js'

/**
 * Who did something: the bot; the bot with the credentials of its owner; a person; or nobody just then (`aside`), such as
 * a message that was scheduled before. Undefined for what a transcript leaves out.
 */
export type Role = 'bot' | 'owner' | 'person' | 'aside' | undefined

export interface Around {
  readonly realm: Realm
  readonly bot: number
  readonly owner: number | undefined
  readonly answers: Answers
  /** The call, the delivery or the like that the entry follows from. */
  readonly cause: JournalEntry | undefined
  /** The bot is at work on a delivery. */
  readonly isAtWork: boolean
  /** The calls of the bot so far, by number. */
  readonly calls: ReadonlyMap<number, unknown>
}

/** Answers to calls, by the numbers of the calls. */
export type Answers = ReadonlyMap<number, JournalEntry & { kind: 'answer' }>

export function answersIn(entries: readonly JournalEntry[]): Answers {
  return new Map(entries.flatMap((entry) => (entry.kind === 'answer' ? [[entry.call, entry]] : [])))
}

export function roleOf(entry: JournalEntry, around: Around): Role {
  if (entry.kind === 'call') return roleOfCall(entry, around)
  if (entry.kind === 'answer') return around.calls.has(entry.call) ? 'bot' : undefined
  return entry.kind === 'event' ? roleOfEvent(entry.event, around) : undefined
}

/** Whether the bot calls with the credentials of its owner. A call from the page is the owner's own. */
export function isWithOwner(entry: JournalEntry, { owner, isAtWork }: Pick<Around, 'owner' | 'isAtWork'>): boolean {
  if (entry.kind !== 'call' || !isAtWork || owner === undefined) return false
  return entry.caller?.user_id === owner && entry.client === undefined
}

function roleOfCall(entry: JournalEntry & { kind: 'call' }, around: Around): Role {
  const { realm, bot, answers } = around
  const { endpoint, method, caller, number } = entry
  if (caller === undefined || endpoint === undefined || method === 'GET') return undefined
  if (method === undefined || unnoticed.has(endpoint)) return undefined
  if (caller.user_id === bot) return 'bot'
  if (asking.has(endpoint)) return undefined
  if (isWithOwner(entry, around) && !inChat.has(endpoint)) return 'owner'
  const answer = answers.get(number)
  if (answer === undefined || answer.status >= 400 || realm.account(caller.user_id).isSystem) return undefined
  // What people do to widgets is told by its event.
  if (endpoint === 'submessages.send') return undefined
  return !inChat.has(endpoint) || endpoint === 'files.upload' ? 'person' : undefined
}

/** What changes nothing, though it is a POST. */
const asking: ReadonlySet<string> = new Set(['messages.render', 'calls.create', 'outgoingWebhook.latest'])

/** Recorder and player ask the same: what a recorded transcript expects of the bot is what is compared when it is played. */
export function roleOfEvent(
  event: RealmEvent,
  { realm, bot, cause, calls }: Pick<Around, 'realm' | 'bot' | 'cause' | 'calls'>,
): Role {
  switch (event.type) {
    case 'message': {
      const { sender_id: sender, client, type } = event.message
      if (sender === bot) return 'bot'
      // The service's own direct messages are written like the bot's; those in a topic aren't.
      if (client === 'Internal') return type === 'private' ? 'bot' : 'aside'
      return cause?.kind === 'change' && cause.what === 'timer' ? 'aside' : 'person'
    }
    case 'reaction':
      return event.user_id === bot ? 'bot' : 'person'
    case 'submessage':
      // Of the bot it is told by its call.
      return event.sender_id === bot || (cause !== undefined && calls.has(cause.number)) ? undefined : 'person'
    case 'update_message':
      if (event.rendering_only === true) return 'aside'
      if (event.user_id === bot) return 'bot'
      return isPerson(realm, event.user_id) ? 'person' : 'aside'
    case 'delete_message':
      // Other calls, such as one that deletes a topic, stand for what they delete.
      if (cause?.kind !== 'call' || cause.endpoint !== 'messages.delete') return 'aside'
      return calls.has(cause.number) ? 'bot' : 'person'
    default:
      return undefined
  }
}

function isPerson(realm: Realm, id: unknown): boolean {
  return typeof id === 'number' && !realm.account(id).isSystem
}

/** Calls that are observed through their events. */
export const inChat: ReadonlySet<string> = new Set([
  'messages.send',
  'messages.edit',
  'messages.delete',
  'reactions.add',
  'reactions.remove',
  'files.upload',
])

/** Calls that change nothing in the chat. */
export const unnoticed: ReadonlySet<string> = new Set([
  'typing.send',
  'presence.report',
  'events.register',
  'events.deleteQueue',
  'messages.updateFlags',
  'messages.updateFlagsInNarrow',
])

/** Whether what follows may follow from an entry. */
export function isCause({ kind }: JournalEntry): boolean {
  return kind === 'call' || kind === 'change' || kind === 'delivery' || kind === 'clock'
}
