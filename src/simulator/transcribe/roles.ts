import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'
import type { RealmEvent } from '../realm/world/events.js'

/**
 * Who did something: the bot, with its own or its owner's credentials; a person; or no one at that moment (`aside`), as
 * with a scheduled message. Undefined for what a transcript leaves out.
 */
export type Role = 'bot' | 'person' | 'aside' | undefined

export interface Around {
  readonly realm: Realm
  readonly bot: number
  /** The entry that caused this one, such as a call or a delivery. */
  readonly cause: JournalEntry | undefined
  /** The calls of the bot so far, by number. */
  readonly calls: ReadonlyMap<number, unknown>
}

/** Shared by recorder and player, so that what is recorded as the bot's is also what is compared when it is played. */
export function roleOfEvent(event: RealmEvent, { realm, bot, cause, calls }: Around): Role {
  switch (event.type) {
    case 'message': {
      const { sender_id: sender, client, type } = event.message
      if (sender === bot) return 'bot'
      // The server's own direct messages are written like the bot's; those in a topic, or in the name of another bot, aren't.
      if (client === 'Internal')
        return type === 'private' && realm.account(Number(sender)).is_system_bot ? 'bot' : 'aside'
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
  return typeof id === 'number' && !realm.account(id).is_system_bot
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
