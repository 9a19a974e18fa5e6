import { directNarrow, errorFields, type Log, narrowOf, type QueueEntry, readMessage } from '../bot/index.js'
import { isRefused } from '../client/errors/exchangeErrors.js'
import type { Client } from '../client/index.js'
import type { Clock } from '../clock.js'
import type { Message, Notification, Params } from '../protocol/index.js'
import type { Storage } from '../storage/index.js'
import { sha256 } from '../text/index.js'

/** Where a reply goes: to the conversation, or to the sender if the conversation refuses it. */
export type ReplyPlace = 'conversation' | 'sender'

interface Lookup {
  readonly client: Client
  readonly notification: Notification
  readonly place: ReplyPlace
  readonly digest: string
  /** IDs of messages that are other replies. */
  readonly known: ReadonlySet<number>
  /** The ID of an earlier message. */
  readonly after: number
  /** The text with which the bot announces a retry. */
  readonly notice: string
}

/**
 * Looks for a reply that may have been sent, and returns its ID. `absent`: it certainly isn't there now. `unknown`: it
 * wasn't found, but the bot can't read that conversation, or has sent another message there that may be it.
 * @throws the client's errors if the server can't be asked now.
 */
export async function findReply(lookup: Lookup): Promise<number | 'absent' | 'unknown'> {
  const { client, notification, place } = lookup
  const { message } = notification
  const narrow = placeOf(notification, place)
  const found = await findIn(lookup, narrow)
  if (found !== 'absent' || place === 'sender') return found === 'absent' ? 'unknown' : found
  // An empty list proves nothing: servers leave out what a bot can't read. The bot must be able to read the message itself.
  const answered = await readMessage(client, message)
  if (answered === undefined) return 'unknown'
  const now = narrowOf({ ...notification, message: answered })
  return JSON.stringify(now) === JSON.stringify(narrow) ? 'absent' : findIn(lookup, now)
}

export function contentDigest(content: string): Promise<string> {
  return sha256(content.replace(/^\n+/, '').trimEnd())
}

type Narrow = NonNullable<Params<'messages.list'>['narrow']>
type Listed = Pick<Message, 'id' | 'content' | 'subject'>

const placeOf = (notification: Notification, place: ReplyPlace): Narrow =>
  place === 'sender' ? directNarrow([notification.message.sender_id]) : narrowOf(notification)

async function findIn({ client, notification, digest, known, after, notice }: Lookup, place: Narrow) {
  const sender = { operator: 'sender', operand: notification.bot_email }
  const messages = await listed(client, [...place, sender], after, most)
  const own = messages?.filter(({ id }) => id > after && !known.has(id))
  for (const { id, content } of own ?? []) if ((await contentDigest(content)) === digest) return id
  // A server may have changed the text, so any other message may be the reply.
  const others = own?.filter(({ content }) => content !== notice)
  return others?.length === 0 && messages !== undefined && messages.length < most ? 'absent' : 'unknown'
}

async function listed(
  client: Client,
  narrow: Narrow,
  anchor: number,
  after: number,
): Promise<readonly Listed[] | undefined> {
  try {
    const params = { anchor, num_before: 0, num_after: after, narrow, apply_markdown: false }
    return (await client.messages.list(params)).messages
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** Maximum number of the bot's messages to check in one conversation. */
const most = 1_000

/**
 * Stores the last reply in each conversation, so that a look-up doesn't find an earlier reply with the same text: while
 * messages wait, the reply to the first comes after the second.
 */
export function lastReplies(
  storage: Storage,
  { bot, conversation }: QueueEntry,
  { id: message, timestamp = 0 }: Message,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
) {
  const key = async () => `queue/last/${await sha256(`${bot} ${conversation}`)}`
  /** The ID of the last reply or of the answered message, whichever is later: anything sent from now on comes after it. */
  const read = async (): Promise<number> => {
    const entry = await noted(async () => storage.get(await key()))
    const [last = 0, sent = 0] = (entry?.value ?? '').split(' ').map(Number)
    // A reply with a higher ID than a later message is from before the server was restored or begun anew.
    return last > message && sent < timestamp * 1000 - clockSkew ? message : Math.max(message, last)
  }
  const noted = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      log.warn(errorFields(error), 'Failed to read or store the last reply of a conversation')
      return undefined
    }
  }
  const set = async (id: number) => storage.set(await key(), `${id} ${clock.now()}`, { expiresIn: keptFor })
  return {
    read,
    note: (id: number) => noted(() => set(id)),
    noteAtLeast: (id: number) => noted(async () => id > (await read()) && set(id)),
  }
}

/** Milliseconds; longer than any delivery should wait. */
const keptFor = 30 * 86_400_000

/** Milliseconds that the clock of a worker may be behind the server's. */
const clockSkew = 60_000
