import { noticeText, serverTexts } from '../../../protocol/index.js'
import { messagesIn, silentMentionOf } from '../conversations/messages.js'
import type { Account, ChannelPlace } from '../world/state.js'
import { seconds, type World } from '../world/world.js'
import { deleteMessages } from './deleting.js'
import { postNotice } from './sending.js'

interface MoveNotices {
  readonly from: ChannelPlace
  readonly to: ChannelPlace
  /** URL of the message in its new place. */
  readonly link: string
  readonly count: number
  /** Whether all messages of the topic were moved. */
  readonly whole: boolean
  /** Whether the new topic had no messages. */
  readonly toEmpty: boolean
  /** Where notices are wanted. */
  readonly inOldTopic: boolean
  readonly inNewTopic: boolean
}

/** Posts notices of a move in the old and the new topic. */
export function noticeMove(world: World, mover: Account, move: MoveNotices): void {
  const user = silentMentionOf(mover)
  const { from, to, count, link } = move
  const texts = count === 1 ? ([serverTexts.messageMovedHere, serverTexts.messageMovedAway] as const) : severalMoved
  const here = move.whole && move.toEmpty ? serverTexts.topicMovedHere : texts[0]
  const away = move.whole ? serverTexts.topicMovedAway : texts[1]
  if (move.inNewTopic) postNotice(world, to, noticeText(here, { count, link, user, place: placeText(world, from) }))
  if (move.inOldTopic) postNotice(world, from, noticeText(away, { count, user, place: placeText(world, to) }))
}

const severalMoved = [serverTexts.messagesMovedHere, serverTexts.messagesMovedAway] as const

/** Says that a topic was resolved or unresolved. If the opposite was said less than a minute ago, deletes that notice instead. */
export function noticeResolving(world: World, mover: Account, from: ChannelPlace, to: ChannelPlace): void {
  const last = messagesIn(world.state, to).at(-1)
  const isNotice =
    last?.sender_id === world.state.notificationBotId &&
    [serverTexts.resolved, serverTexts.unresolved].some((text) => last.content.endsWith(noticeText(text, { user: '' })))
  if (isNotice && seconds(world) - last.timestamp <= undoSeconds && world.has('resolvingUndone')) {
    deleteMessages(world, to, [last], mover)
    return
  }
  const text = to.topic.length > from.topic.length ? serverTexts.resolved : serverTexts.unresolved
  postNotice(world, to, noticeText(text, { user: silentMentionOf(mover) }))
}

const undoSeconds = 60

/** A link to a topic, or to a message in it. */
export function placeText(world: World, { stream_id, topic }: ChannelPlace, message?: number): string {
  const name = world.state.channels.get(stream_id)?.name ?? ''
  return `#**${name}>${topic}${message === undefined ? '' : `@${message}`}**`
}
