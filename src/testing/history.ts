import type { Message } from '../protocol/index.js'
import type { Simulator } from '../simulator/index.js'
import { destinationOf } from '../simulator/transcribe/chatLog.js'
import { decodeEntities } from '../text/index.js'
import type { TestChat, Where } from './chat.js'

export type History = ReturnType<typeof recordHistory>

/** Records messages from now on. */
export function recordHistory(simulator: Simulator) {
  const { realm } = simulator
  /** Each place where somebody wrote or where messages were moved, with its channel's name of today. */
  const places = new Map<string, () => Where>()
  const placesOf = new Map<number, string>()
  const newest = new Map<number, number>()
  let first = 0
  let last = 0

  const place = (where: Where, ids: readonly number[]) => {
    const channel = 'channel' in where ? realm.channel(where.channel).id : undefined
    // Topics that differ only in case are the same to servers.
    const name = JSON.stringify({ ...where, channel }).toLowerCase()
    const now = () => (channel === undefined ? where : { ...where, channel: realm.channel(channel).name })
    places.set(name, places.get(name) ?? now)
    for (const id of ids) placesOf.set(id, name)
  }

  realm.onEvent((event) => {
    if (event.type === 'update_message') {
      const to = destinationOf(realm, event)
      if (to !== undefined) place(to, event.message_ids as readonly number[])
    }
    if (event.type !== 'message') return
    // A message event has the complete message.
    const message = event.message as unknown as Message
    place(whereOf(message), [message.id])
    newest.set(message.sender_id, message.id)
    first ||= message.id
    last = Math.max(last, message.id)
  })

  /** All messages, oldest first, as they are now. */
  const all = () =>
    [...places.values()]
      .flatMap((where) => simulator.messages(where()))
      .filter(({ id }) => id >= first)
      .sort((one, other) => one.id - other.id)

  return {
    /** The ID of the first message; 0 if there is none. */
    get first() {
      return first
    },
    get last() {
      return last
    },
    /** In the order of their first messages. */
    places: () => [...places.values()].map((where) => where()),
    /** Where a recorded message is now, or was before it was deleted. */
    placeOf: (id: number) => places.get(placesOf.get(id) ?? '')?.(),
    all,
    since: (after: number, account: number) => all().filter(({ id, sender_id }) => id > after && sender_id === account),
    /** The ID of the newest message of anybody but an account; 0 if there is none. */
    lastOfOthers: (account: number) =>
      Math.max(0, ...[...newest].flatMap(([who, id]) => (who === account ? [] : [id]))),
    lastOf: (account: number) => newest.get(account),
  }
}

export function whereOf(message: Message): Where {
  return message.type === 'stream'
    ? { channel: message.display_recipient, topic: message.subject }
    : { dm: message.display_recipient.map(({ id }) => id) }
}

export function chatText(chat: TestChat, history: History): string {
  const places = history.places()
  if (places.length === 0) return '(Nobody has said anything.)'
  return places.map((where) => placeInWords(chat, history, where)).join('\n\n')
}

/** The newest messages of a conversation, `most` at most (default: all since the test began). */
export function placeInWords(
  chat: TestChat,
  { first }: History,
  where: Where,
  most = Number.POSITIVE_INFINITY,
): string {
  const messages = chat.conversation(where).filter(({ id }) => id >= first)
  const shown = messages.slice(-most)
  const left = messages.length - shown.length
  return [
    `# ${heading(chat, where)}`,
    ...(left > 0 ? [`(${left} earlier ${left === 1 ? 'message' : 'messages'})`] : []),
    ...shown.map((message) => messageText(chat, message)),
  ].join('\n')
}

function heading({ simulator }: TestChat, where: Where): string {
  if ('channel' in where) return `${where.channel} > ${where.topic}`
  return where.dm.map((who) => simulator.realm.account(who).full_name).join(', ')
}

function messageText({ simulator }: TestChat, message: Message): string {
  const said = `${message.sender_full_name}: ${decodeEntities(message.content).replaceAll('\n', '\n    ')}`
  const edited = 'edit_history' in message && message.edit_history !== undefined ? ['    (edited)'] : []
  const reactions = message.reactions.map(
    ({ emoji_name, user_id }) => `    ${simulator.realm.account(user_id).full_name} reacts with :${emoji_name}:`,
  )
  return [said, ...edited, ...reactions].join('\n')
}

interface Origin {
  readonly chat: TestChat
  /** Undefined for replies anywhere. */
  readonly where?: Where
}

/** Stored separately, so that replies are a plain array of messages. */
const origins = new WeakMap<readonly Message[], Origin>()

/** Remembers the origin of replies, for error messages. */
export function noteReplies(replies: Message[], origin: Origin): Message[] {
  origins.set(replies, origin)
  return replies
}

export const originOf = (replies: readonly Message[]): Origin | undefined => origins.get(replies)

/** The internals of a chat, for matchers. */
interface Internals {
  readonly history: History
  readonly bot: number
}

const internals = new WeakMap<TestChat, Internals>()

export function noteInternals(chat: TestChat, found: Internals): void {
  internals.set(chat, found)
}

/** @throws {TypeError} for a chat that `testBot` didn't make */
export function internalsOf(chat: TestChat): Internals {
  const found = internals.get(chat)
  if (found !== undefined) return found
  throw new TypeError("This isn't a chat. Pass what testBot, say, dm or a similar method returned.")
}
