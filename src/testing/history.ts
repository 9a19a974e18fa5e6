import type { Message } from '../protocol/index.js'
import type { Simulator } from '../simulator/index.js'
import type { TestChat, Where } from './chat.js'

/** The messages since it began to record. */
export interface History {
  /** The IDs of the first and the newest message; 0 while there is none. */
  readonly first: number
  readonly last: number
  /** The places of the messages, in the order in which each began. */
  places(): Where[]
  /** The messages of an account after another message, anywhere, as they are now. */
  since(message: number, account: number): Message[]
  /** All messages, oldest first, as they are now. */
  all(): Message[]
  /** The ID of the newest message of anybody but an account; 0 while there is none. */
  lastOfOthers(account: number): number
  /** The ID of the newest message of an account. */
  lastOf(account: number): number | undefined
}

export function recordHistory(simulator: Simulator): History {
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

/** The chat as text for people, conversation by conversation. */
export function chatText(chat: TestChat, history: History): string {
  const places = history.places()
  if (places.length === 0) return '(Nobody has said anything.)'
  return places.map((where) => placeText(chat, where, history.first - 1)).join('\n\n')
}

/** A conversation with its heading; only messages after an ID, if one is given. */
export function placeText(chat: TestChat, where: Where, after = 0): string {
  const messages = chat.conversation(where).filter(({ id }) => id > after)
  return [`# ${heading(chat, where)}`, ...messages.map((message) => messageText(chat, message))].join('\n')
}

function heading({ simulator }: TestChat, where: Where): string {
  if ('channel' in where) return `${where.channel} > ${where.topic}`
  return where.dm.map((who) => simulator.realm.account(who).fullName).join(', ')
}

function messageText({ simulator }: TestChat, message: Message): string {
  const said = `${message.sender_full_name}: ${message.content.replaceAll('\n', '\n    ')}`
  const edited = 'edit_history' in message && message.edit_history !== undefined ? ['    (edited)'] : []
  const reactions = message.reactions.map(
    ({ emoji_name, user_id }) => `    ${simulator.realm.account(user_id).fullName} reacts with :${emoji_name}:`,
  )
  return [said, ...edited, ...reactions].join('\n')
}
