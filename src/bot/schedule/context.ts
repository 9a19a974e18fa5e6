import type { Client, Clock } from '../../client/index.js'
import type { Params } from '../../protocol/index.js'
import type { Lock, Storage } from '../../storage/index.js'
import { underLock } from '../lock.js'
import type { BotLockOptions } from '../lockOptions.js'
import { type Log, withFields } from '../log.js'
import { messageParts } from '../outgoing/parts.js'
import { emptyMessage, type SentMessage, sentMessage } from '../outgoing/sentMessage.js'
import { replyText } from '../replyText.js'
import type { BotRuntime } from '../runtime.js'

/** Where a bot writes without having been asked: a topic of a channel, or people directly, by ID or address. */
export type Destination =
  | { readonly channel: number | string; readonly topic: string }
  | { readonly to: number | string | readonly (number | string)[] }

/** What the handler of a schedule gets. */
export interface ScheduleContext {
  /** What the schedule is called. */
  readonly name: string
  /** The time that it is run for; it may be run a little later. */
  readonly scheduledAt: Date
  /** Acts as the bot. */
  readonly client: Client
  /** Acts as the bot's owner. There only when the owner's own credentials are configured. */
  readonly owner: Client | undefined
  /** What was bound where the bot is served. */
  readonly storage: Storage
  /** Where the bot has its time from. */
  readonly clock: Clock
  /** Aborts when the process shuts down. Pass it on to whatever takes time. */
  readonly signal: AbortSignal
  /** Every line names the schedule. */
  readonly log: Log
  /** Does something that only one handler of this bot does at a time, as `lock` of a message's context does. */
  lock<Result>(name: string, work: (lock: Lock) => Result | Promise<Result>, options?: BotLockOptions): Promise<Result>
  /**
   * Sends a message, and gives what was sent, to be changed later. A text over the server's limit goes as several
   * messages, broken where its Markdown allows.
   *
   * @throws {ApiError} when the server refuses it, as in a private channel that the bot is not in.
   * @throws {HandlerError} with the code `invalid_reply` for anything but a text, and `empty_message` for one of which
   * nothing would be seen.
   * @example await ctx.send({ channel: 'kitchen', topic: 'lunch' }, 'What shall we eat?')
   */
  send(where: Destination, text: string): Promise<SentMessage>
}

export function createScheduleContext(name: string, runtime: BotRuntime, time: number): ScheduleContext {
  const { client, owner, storage, clock, signal } = runtime
  const scheduledAt = new Date(time)
  const log = withFields(runtime.log, { schedule: name, scheduledAt: scheduledAt.toISOString() })
  return {
    name,
    scheduledAt,
    client,
    owner: owner?.client,
    storage,
    clock,
    signal,
    log,
    lock: (lockName, work, options) => underLock(runtime, lockName, work, options),
    async send(where, text) {
      const ids: number[] = []
      for (const content of messageParts(replyText(text, 'What ctx.send was given'), log)) {
        const { id } = await client.messages.send({ ...addressOf(where), content })
        ids.push(id)
      }
      if (ids.length === 0) throw emptyMessage('What ctx.send was given', 'To say nothing, send nothing.')
      return sentMessage(client, log, ids)
    },
  }
}

function addressOf(where: Destination): Pick<Params<'messages.send'>, 'type' | 'to' | 'topic'> {
  if ('channel' in where) return { type: 'stream', to: where.channel, topic: where.topic }
  // The server takes a list of either IDs or addresses.
  const people = typeof where.to === 'object' ? where.to : [where.to]
  const ids = people.filter((who) => typeof who === 'number')
  return { type: 'direct', to: ids.length === people.length ? ids : people.map(String) }
}
