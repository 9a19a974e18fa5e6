import * as z from 'zod/mini'
import { type FromBotNotification, type Log, narrowOf, placeParts, type QueueEntry, RecordStore } from '../bot/index.js'
import { isRefused } from '../client/errors/exchangeErrors.js'
import { type Client, MalformedAnswerError } from '../client/index.js'
import { systemRealm } from '../protocol/index.js'
import type { Storage } from '../storage/index.js'

interface Turn {
  readonly entry: QueueEntry
  readonly notification: FromBotNotification
  readonly client: Client
  readonly storage: Storage
  readonly log: Log
}

/**
 * Whether the bot may answer what another bot has caused: two bots that answer each other would never end, so it stops after
 * some turns without a person in the conversation. Gives the function to call if it has answered; undefined if it may not.
 *
 * @throws {StorageError} and the client's errors, except refusals.
 */
export async function takeTurn(turn: Turn): Promise<(() => Promise<void>) | undefined> {
  const { entry, storage, log } = turn
  const { message, fromBot: cause } = turn.notification
  const store = new RecordStore(storage, ['turns', entry.bot], Turns)
  const key = await store.key(...placeParts(message))
  const known = (await store.find(key))?.value
  let before = known && cause.at - known.at < pause ? known.after : []
  if (before.length >= cause.most) {
    const person = await lastOfPerson(turn, Math.min(...before))
    before = before.filter((id) => id >= person)
  }
  const write = (turns: Turns) => store.write(key, turns, { expiresIn: 2 * pause })
  if (known === undefined || before.length < cause.most) {
    return async () => {
      // It is handled again after a failure.
      if (known?.last === entry.id) return
      await write({ after: [...before, cause.after], at: cause.at, last: entry.id, isSaid: false })
    }
  }
  if (!known.isSaid) {
    const where = message.type === 'stream' ? `${message.display_recipient} > ${message.subject}` : 'direct messages'
    log.warn({ otherBot: cause.name, where, turns: cause.most }, stopped)
    await write({ ...known, isSaid: true })
  }
  return undefined
}

/** The ID of the last message in the conversation that a person has sent after another one; 0 if there is none. */
async function lastOfPerson({ client, notification }: Turn, after: number): Promise<number> {
  const bots = new Set<number>()
  const params = { anchor: 'newest' as const, num_before: 100, num_after: 0, narrow: narrowOf(notification) }
  const { messages } = await client.messages
    .list({ ...params, apply_markdown: false })
    .catch(unless(isRefused, { messages: [] }))
  for (const { id, sender_id, sender_email, sender_realm_str } of messages.toReversed()) {
    if (id <= after) return 0
    if (bots.has(sender_id) || sender_email === notification.bot_email || sender_realm_str === systemRealm) continue
    const asked = client.users.get({ user_id: sender_id }).then(({ user }) => !user.is_bot)
    // Servers hide people only.
    if (await asked.catch(unless(isRefused, true)).catch(unless(isUnreadable, false))) return id
    bots.add(sender_id)
  }
  return 0
}

const isUnreadable = (error: unknown) => error instanceof MalformedAnswerError

const unless =
  <Value>(isExpected: (error: unknown) => boolean, value: Value) =>
  (error: unknown): Value => {
    if (isExpected(error)) return value
    throw error
  }

type Turns = z.infer<typeof Turns>

const Turns = z.object({
  /** For each turn, the ID of the newest message when it was caused. */
  after: z.array(z.number()),
  /** When the last one was caused, in UNIX milliseconds. */
  at: z.number(),
  /** The queue's entry of the last one. */
  last: z.string(),
  /** Whether the log says that the bot has stopped. */
  isSaid: z.boolean(),
})

/** Milliseconds without a turn after which turns are counted anew: bots that talk now and then don't loop. */
const pause = 3_600_000

const stopped =
  'Stopped answering another bot here: this conversation had too many turns without a person. The bot goes on when a person writes here, or after an hour. `answerBots: { turns }` sets how many'
