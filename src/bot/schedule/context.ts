import type { Client, Clock } from '../../client/index.js'
import type { Lock, Storage } from '../../storage/index.js'
import { type Log, withFields } from '../base/log.js'
import type { SentMessage } from '../context/actions.js'
import { type BotLockOptions, underLock } from '../context/lock.js'
import { sleep } from '../context/sleep.js'
import type { Widget } from '../context/widgets.js'
import type { BotRuntime } from '../delivery/botRuntime.js'
import type { Destination } from '../delivery/place.js'
import { sendTo } from '../outgoing/send.js'

/** What the handler of a schedule gets. */
export interface ScheduleContext {
  /** The schedule's name. */
  readonly name: string
  /** The time that it is due; the run may start a little later. */
  readonly scheduledAt: Date
  /** The bot's own address. */
  readonly bot: { readonly email: string }
  /** Acts as the bot. */
  readonly client: Client
  /** Acts as the bot's owner. There only when the owner's own credentials are configured. */
  readonly owner: Client | undefined
  /** The storage that the bot is served with. */
  readonly storage: Storage
  /** The bot's source of time. */
  readonly clock: Clock
  /** Aborts when the process shuts down. Pass it on to whatever takes time. */
  readonly signal: AbortSignal
  /** Waits: milliseconds, or a string such as `'15s'`, as `ctx.sleep` of a message does. */
  sleep(time: number | string): Promise<void>
  /** Every line names the schedule. */
  readonly log: Log
  /** Runs `work` while no other handler of this bot holds the lock, as `ctx.lock` of a message does. */
  lock<Result>(name: string, work: (lock: Lock) => Result | Promise<Result>, options?: BotLockOptions): Promise<Result>
  /**
   * Sends a message, and returns it for later changes. A text over the server's limit is sent as several messages, split
   * where its Markdown allows.
   *
   * @throws {ApiError} if the server refuses it, as in a private channel that the bot isn't in.
   * @throws {HandlerError} with the code `invalid_reply` for anything but a string or widget, and `empty_message` for text
   * that would render as nothing.
   * @example await ctx.send({ channel: 'kitchen', topic: 'lunch' }, 'What shall we eat?')
   */
  send(where: Destination, message: string | Widget): Promise<SentMessage>
}

export function createScheduleContext(name: string, runtime: BotRuntime, time: number): ScheduleContext {
  const { client, owner, storage, clock, signal } = runtime
  const scheduledAt = new Date(time)
  const log = withFields(runtime.log, { schedule: name, scheduledAt: scheduledAt.toISOString() })
  return {
    name,
    scheduledAt,
    bot: { email: runtime.email },
    client,
    owner: owner?.client,
    storage,
    clock,
    signal,
    sleep: (time) => sleep(clock, time, signal),
    log,
    lock: (lockName, work, options) => underLock(runtime, lockName, work, options),
    send: (where, text) => sendTo(client, where, text, log),
  }
}
