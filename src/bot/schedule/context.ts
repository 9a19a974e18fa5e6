import type { Client, Clock } from '../../client/index.js'
import type { Params } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import { sendable, splitText } from '../../text/index.js'
import { type Log, withFields } from '../log.js'
import { replyText } from '../replyText.js'
import type { BotRuntime } from '../runtime.js'
import type { Schedule } from './schedule.js'

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
  /**
   * Sends a message, and gives its ID. A text over the server's limit goes as several, broken where its Markdown allows;
   * an empty one is not sent.
   *
   * @throws {ApiError} when the server refuses it, as in a private channel that the bot is not in.
   * @throws {HandlerError} with the code `invalid_reply` for anything but a text.
   * @example await ctx.send({ channel: 'kitchen', topic: 'lunch' }, 'What shall we eat?')
   */
  send(where: Destination, text: string): Promise<readonly number[]>
}

export function createScheduleContext({ name }: Schedule, runtime: BotRuntime, time: number): ScheduleContext {
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
    async send(where, text) {
      const content = sendable(replyText(text, 'What ctx.send was given'))
      const ids: number[] = []
      if (content.trim() === '') log.debug({}, 'An empty message was not sent')
      else for (const part of splitText(content)) ids.push(await sendOne(part))
      return ids

      async function sendOne(part: string): Promise<number> {
        const { id } = await client.messages.send({ ...addressOf(where), content: part })
        return id
      }
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
