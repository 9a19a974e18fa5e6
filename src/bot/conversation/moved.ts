import { errorFields } from '../base/log.js'
import { senderOf } from '../base/notification.js'
import { placeId } from '../base/storageKey.js'
import type { Delivery } from '../delivery/delivery.js'
import { addressOf, lookUpTime, readMessage } from '../delivery/place.js'
import type { ChooseSentences } from '../sentences/choose.js'
import type { GoingRecord } from './conversationStore.js'

export const isBeside = ({ notification }: GoingRecord, delivery: Delivery) =>
  placeId(notification.message) === placeId(delivery.notification.message)

/** Whether a conversation is where a message was sent; undefined if the server doesn't say. Direct ones stay where they are. */
export async function isNowBeside(record: GoingRecord, delivery: Delivery): Promise<boolean | undefined> {
  const { message } = record.notification
  if (message.type === 'private') return isBeside(record, delivery)
  try {
    const options = { signal: delivery.signal, timeout: lookUpTime }
    const now = await readMessage(delivery.client, message, options)
    return now !== undefined && placeId(now) === placeId(delivery.notification.message)
  } catch (error) {
    delivery.log.warn(errorFields(error), 'Failed to look up where a message is')
    return undefined
  }
}

/**
 * Tells whoever began a conversation, and whoever writes to it now, if it goes on where they can't read it: in a channel that it
 * was moved to and that they aren't in, or directly with the other one. Never fails.
 */
export async function tellWhoIsLeft(
  record: GoingRecord,
  delivery: Delivery,
  sentencesFor: ChooseSentences,
): Promise<void> {
  const { client, storage, log, notification: written } = delivery
  const { message } = record.notification
  if (message.type === 'private') return
  const where = await delivery.placeIfKnown()
  const stream_id = where && 'channel' in where ? Number(where.channel) : undefined
  if (stream_id === message.stream_id) return
  const people = new Map([written, record.notification].map((one) => [senderOf(one).id, one]))
  if (stream_id === undefined) people.delete(senderOf(record.notification).id)
  else if (written.message.type === 'stream' && written.message.stream_id === stream_id)
    people.delete(senderOf(written).id)
  for (const [user_id, notification] of people) {
    try {
      // If the server doesn't say, the worst is a message that they didn't need.
      const asked = stream_id && client.subscriptions.isSubscribed({ user_id, stream_id }).catch(() => undefined)
      if (asked && (await asked)?.is_subscribed) continue
      const { conversationMoved, approvalNoted } = await sentencesFor({ notification, storage, log })
      const content = stream_id === undefined ? approvalNoted : conversationMoved
      await client.messages.send({ ...addressOf({ to: user_id }), content })
    } catch (error) {
      log.error(errorFields(error), 'Failed to tell somebody that a conversation was moved away')
    }
  }
}
