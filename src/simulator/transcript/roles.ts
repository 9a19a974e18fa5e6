import type { JournalEntry } from '../journal/entries.js'
import type { RealmEvent } from '../realm/events.js'
import type { Realm } from '../realm/realm.js'

/**
 * Who did something: the bot; the bot with its owner's credentials; a person; or no one at that moment (`aside`), as with
 * a scheduled message. Undefined for what a transcript leaves out.
 */
export type Role = 'bot' | 'owner' | 'person' | 'aside' | undefined

export interface Around {
  readonly realm: Realm
  readonly bot: number
  readonly owner: number | undefined
  readonly answers: Answers
  /** The entry that caused this one, such as a call or a delivery. */
  readonly cause: JournalEntry | undefined
  /** Whether the bot is working on a delivery. */
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

/** Whether the bot calls with its owner's credentials. Calls from the page, which have a client, are the owner's own. */
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
  // Actions on widgets are read from their events.
  if (endpoint === 'submessages.send') return undefined
  return !inChat.has(endpoint) || endpoint === 'files.upload' ? 'person' : undefined
}

/** POST endpoints that change nothing. */
const asking: ReadonlySet<string> = new Set(['messages.render', 'calls.create', 'outgoingWebhook.latest'])

/** Shared by recorder and player, so that what is recorded as the bot's is also what is compared when it is played. */
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
      // The bot's are read from its calls.
      return event.sender_id === bot || (cause !== undefined && calls.has(cause.number)) ? undefined : 'person'
    case 'update_message':
      if (event.rendering_only === true) return 'aside'
      if (event.user_id === bot) return 'bot'
      return isPerson(realm, event.user_id) ? 'person' : 'aside'
    case 'delete_message':
      // Other calls that delete messages, such as of a topic, are written as calls.
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

/** Whether later entries can be consequences of this one. */
export function isCause({ kind }: JournalEntry): boolean {
  return kind === 'call' || kind === 'change' || kind === 'delivery' || kind === 'clock'
}
