import { type Client, originalClient } from '../../client/index.js'
import { checkOptions } from '../../text/index.js'
import type { MaybePromise } from '../../values.js'
import { type BotSetupError, HandlerError } from '../base/errors.js'
import { spanOf } from '../base/spanOf.js'
import type { FollowOptions } from '../context/context.js'
import type { Delivery } from '../delivery/delivery.js'

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
