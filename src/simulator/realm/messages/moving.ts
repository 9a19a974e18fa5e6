import { noticeText, roles, serverTexts } from '../../../protocol/index.js'
import { inOrder } from '../access/groups.js'
import { copyHolders, includesSorted, sharesHistory, union } from '../access/visibility.js'
import { messagesIn, silentMentionOf } from '../conversations/messages.js'
import type { Account, ChannelPlace, StoredChannel, StoredMessage } from '../world/state.js'
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

/** Who gets events about messages that moved to another channel. */
interface MoveAudience {
  /** Those for whom the messages moved. */
  readonly stays: readonly number[]
  /** Those for whom they are gone. */
  readonly loses: readonly number[]
}

/**
 * Takes the copies of moved messages from subscribers of the old channel who aren't in the new one, and, if the new one
 * hides its history, gives copies to its subscribers. `sample` is the message that was moved by name.
 */
export function moveCopies(
  world: World,
  sample: StoredMessage,
  moved: readonly StoredMessage[],
  { from, to }: { readonly from: StoredChannel; readonly to: StoredChannel },
): MoveAudience {
  const wasIn = (id: number) => includesSorted(from.subscribers, id)
  const isIn = (id: number) => includesSorted(to.subscribers, id)
  const account = (id: number) => world.state.accounts.get(id)
  const isGuestHere = (id: number) => (account(id)?.role ?? 0) >= roles.guest
  const left = from.subscribers.filter((id) => !isIn(id))
  const loses = left.filter((id) => to.invite_only || isGuestHere(id))
  const keeps = (id: number) => isIn(id) || !wasIn(id)
  // Messages that shared their list of receivers still do afterwards.
  const lists = new Map<readonly number[], readonly number[]>()
  for (const message of moved) {
    if (!lists.has(message.receivers)) {
      const kept = message.receivers.filter(keeps)
      const all = sharesHistory(to) ? kept : union([kept, to.subscribers])
      lists.set(message.receivers, all.length === kept.length ? kept : inOrder(all))
    }
    const receivers = lists.get(message.receivers) ?? []
    const gained = receivers.filter((id) => !includesSorted(message.receivers, id))
    message.receivers = receivers
    if (message.mentionedBots) message.mentionedBots = message.mentionedBots.filter(keeps)
    if (message.historicalCopies) message.historicalCopies = message.historicalCopies.filter(keeps)
    message.readers = [...message.readers, ...gained.filter((id) => !message.readers.includes(id))]
    for (const id of left) account(id)?.flagged.delete(message.id)
  }
  const isNewGuest = (id: number) => isGuestHere(id) && !wasIn(id)
  const watching = sharesHistory(from) ? [to.subscribers.filter((id) => !isNewGuest(id)), left] : []
  const stays = union([copyHolders(sample), ...watching]).filter((id) => !loses.includes(id))
  return { stays, loses }
}
