import { type Notification, triggers } from '../../protocol/index.js'
import { HandlerError } from '../base/errors.js'
import { errorFields } from '../base/log.js'
import { eventOf, followUp, type Overhears } from '../base/notification.js'
import type { Delivery, Following } from '../delivery/delivery.js'
import { accountOfClient } from '../delivery/ownAccount.js'
import { wordsToBot } from '../delivery/wordsToBot.js'
import { warnOfWebhook } from './follow.js'
import { belongsTo, FollowStore, isLive } from './followStore.js'

/** Follows topics for the handlers of a bot. */
export function followingFor(overhears: Overhears | undefined): Following {
  return {
    async follow(delivery, milliseconds) {
      const { clock, log, storage, notification } = delivery
      if (!hearsFollowUps(overhears)) throw noHandler()
      if ((await storage.get(listenerKey(notification.bot_email))) === undefined) {
        warnOfWebhook(delivery)
        return false
      }
      const place = await delivery.place()
      // It was deleted, or moved to where the bot can't read it.
      if (!place || !('channel' in place) || typeof place.channel !== 'number') return false
      const { channel, topic } = place
      const store = storeOf(delivery)
      const known = await store.at({ channel, topic })
      const isKnown = known !== undefined && isLive(known.value, clock.now())
      if (!isKnown && !(await isSubscribed(delivery, channel))) {
        const why = "the server sends it no other messages of a channel that it isn't subscribed to. Subscribe it"
        log.warn({ channel }, `The bot can't follow the topic: ${why}`)
        return false
      }
      await store.begin({ channel, topic }, notification.message, milliseconds, clock.now())
      return true
    },
    async unfollow(delivery) {
      const { message } = delivery.notification
      const place = placeIn(message)
      return place !== undefined && storeOf(delivery).end(place, message, delivery.clock.now())
    },
  }
}

/** Follows the topic of a message that mentions the bot by name, if the bot says so once for all. Never fails. */
export async function followMentioned(overhears: Overhears | undefined, delivery: Delivery): Promise<void> {
  const { notification, log, following } = delivery
  const time = overhears?.follows
  if (time === undefined || notification.trigger !== triggers.mention) return
  try {
    const { calledBy } = await wordsToBot(notification, delivery)
    if (calledBy === 'name') await following?.follow(delivery, time)
  } catch (error) {
    log.warn(errorFields(error), 'The bot failed to follow the topic of a message')
  }
}

/**
 * The notification of a message that a listener passed on. If it is no follow-up after all, its trigger becomes `message`, or
 * it is undefined if the bot doesn't handle those. A message that mentions the bot in a followed topic goes on with it too.
 * @throws {StorageError} if that can't be looked up.
 */
export async function readFollowUp(
  notification: Notification,
  overhears: Overhears | undefined,
  { storage, clock, log }: Pick<Delivery, 'storage' | 'clock' | 'log'>,
): Promise<Notification | undefined> {
  const { bot_email, message, trigger } = notification
  const place = placeIn(message)
  if (place === undefined || eventOf(notification) !== undefined) return notification
  const isMentioned = trigger === triggers.mention && hearsFollowUps(overhears)
  if (trigger !== followUp && !isMentioned) return notification
  const store = new FollowStore(storage, bot_email)
  const now = clock.now()
  try {
    const found = hearsFollowUps(overhears) && store.mayFollow ? await store.of(place, message) : undefined
    if (found && belongsTo(message, found.value, now)) {
      await store.renew(found, message, now)
      return notification
    }
  } catch (error) {
    if (!isMentioned) throw error
    log.warn(errorFields(error), 'Failed to look up whether the bot follows the topic')
  }
  if (isMentioned) return notification
  const other = { ...notification, trigger: 'message' }
  return overhears?.takes(other) ? other : undefined
}

/** Whether the bot handles follow-ups. */
export const hearsFollowUps = (overhears: Overhears | undefined): boolean =>
  overhears?.handlers.some(({ trigger }) => trigger === followUp) === true

/** Where a listener keeps which messages it has taken. */
export const listenerKey = (botEmail: string): string => `listener/${botEmail.toLowerCase()}`

/** The topic of a message by the name that it had when it was delivered; undefined for a direct message. */
export function placeIn(message: Notification['message']) {
  return message.type === 'stream' ? { channel: message.stream_id, topic: message.subject } : undefined
}

const storeOf = ({ storage, notification }: Delivery) => new FollowStore(storage, notification.bot_email)

/** If the server doesn't say, it counts as subscribed. */
async function isSubscribed({ client, clock, log, signal }: Delivery, channel: number): Promise<boolean> {
  try {
    if (!(await client.supports('subscriptions.isSubscribed'))) {
      const { subscriptions } = await client.subscriptions.list({}, { signal })
      return subscriptions.some(({ stream_id }) => stream_id === channel)
    }
    const { user_id } = await accountOfClient(client, clock, () => false)
    return (await client.subscriptions.isSubscribed({ user_id, stream_id: channel }, { signal })).is_subscribed
  } catch (error) {
    log.warn(errorFields(error), 'Failed to look up whether the bot is subscribed to the channel of a topic')
    return true
  }
}

function noHandler(): HandlerError {
  return new HandlerError(
    'no_follow_up_handler',
    'ctx.follow was called, but the bot has no handler for what it would hear. Add bot.onFollowUp(handler).',
  )
}
