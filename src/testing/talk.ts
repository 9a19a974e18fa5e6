import type { Message } from '../protocol/index.js'
import type { Simulator } from '../simulator/index.js'
import type { Where } from './chat.js'

/** What was said since it listens. */
export interface Talk {
  /** The IDs of the first and the newest message; 0 while there is none. */
  readonly first: number
  readonly last: number
  /** Where something was said, in the order in which that began. */
  places(): Where[]
  /** What an account has said after a message, wherever that was, as it is now. */
  since(message: number, account: number): Message[]
  /** All that was said since it listens, oldest first, as it is now. */
  all(): Message[]
  /** The ID of the newest message that is not of an account; 0 while there is none. */
  lastOfOthers(account: number): number
  /** The ID of the newest message of an account. */
  lastOf(account: number): number | undefined
}

export function listenToTalk(simulator: Simulator): Talk {
  const places = new Map<string, Where>()
  const newest = new Map<number, number>()
  let first = 0
  let last = 0

  simulator.realm.onEvent((event) => {
    if (event.type !== 'message') return
    // A message event has the whole message.
    const message = event.message as unknown as Message
    const where = placeOf(message)
    // Servers take topics alike that differ in case alone.
    const name = JSON.stringify(where).toLowerCase()
    places.set(name, places.get(name) ?? where)
    newest.set(message.sender_id, message.id)
    first ||= message.id
    last = Math.max(last, message.id)
  })

  const all = () =>
    [...places.values()]
      .flatMap((where) => simulator.messages(where))
      .filter(({ id }) => id >= first)
      .sort((one, other) => one.id - other.id)

  return {
    get first() {
      return first
    },
    get last() {
      return last
    },
    places: () => [...places.values()],
    all,
    since: (after, account) => all().filter(({ id, sender_id }) => id > after && sender_id === account),
    lastOfOthers: (account) => Math.max(0, ...[...newest].flatMap(([who, id]) => (who === account ? [] : [id]))),
    lastOf: (account) => newest.get(account),
  }
}

/** Where a message is. */
export function placeOf(message: Message): Where {
  return message.type === 'stream'
    ? { channel: message.display_recipient, topic: message.subject }
    : { dm: message.display_recipient.map(({ id }) => id) }
}
