import { type Client, originalClient } from '../../client/index.js'
import { checkOptions, type Duration } from '../../text/index.js'
import type { MaybePromise } from '../../values.js'
import { type BotSetupError, HandlerError } from '../base/errors.js'
import type { Delivery } from '../delivery/delivery.js'
import { spanOf } from '../middleware/cooldown.js'

export interface FollowOptions {
  /**
   * How long after its last message a topic is followed: milliseconds, or a string such as `'30m'`, from a second to seven
   * days. (default: half an hour)
   */
  readonly for?: Duration
}

/** What a worker adds to deliveries, so that their handlers can follow topics. */
export interface Following {
  /** Resolves to whether the bot hears the topic now. @throws {HandlerError} if nothing handles follow-ups. */
  follow(delivery: Delivery, milliseconds: number): Promise<boolean>
  /** Resolves to whether the topic was followed. */
  unfollow(delivery: Delivery): Promise<boolean>
}

/** @throws {HandlerError} with the code `invalid_duration`, or `no_follow_up_handler`. */
export async function follow(delivery: Delivery, options: FollowOptions = {}): Promise<boolean> {
  const time = followTime('ctx.follow', options, HandlerError)
  if (delivery.notification.message.type === 'private') return true
  if (delivery.following) return delivery.following.follow(delivery, time)
  warnOfWebhook(delivery)
  return false
}

export const unfollow = (delivery: Delivery): MaybePromise<boolean> => delivery.following?.unfollow(delivery) ?? false

/** Milliseconds. @throws the error */
export function followTime(
  called: string,
  options: FollowOptions,
  Invalid: typeof HandlerError | typeof BotSetupError,
): number {
  checkOptions(called, options, { for: true })
  const { for: span = '30m' } = options
  const range = ' from a second to seven days'
  return spanOf(span, { least: 1_000, most: 7 * 86_400_000, range, Invalid })
}

/** Once for each account in this process. */
export function warnOfWebhook({ client, log }: Delivery): void {
  const account = originalClient(client)
  if (warned.has(account)) return
  warned.add(account)
  log.warn({}, 'Not following the topic: a webhook brings no follow-ups. Run the bot with listen')
}

const warned = new WeakSet<Client>()
