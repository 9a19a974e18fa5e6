import { noticeText, serverTexts } from '../../protocol/index.js'
import { accountOf } from './accounts.js'
import { send } from './sending.js'
import type { Account, ChannelPlace } from './state.js'
import type { World } from './world.js'

/** A move that was made. */
export interface Move {
  readonly from: ChannelPlace
  readonly to: ChannelPlace
  readonly count: number
  /** Nothing is left where the messages were. */
  readonly whole: boolean
  /** Only marks the topic as resolved, or takes the mark away. */
  readonly resolves: boolean
}

/** Tells in the old and the new topic, as far as the mover wants it, that messages were moved. */
export function announceMove(
  world: World,
  mover: Account,
  move: Move,
  { tellOldPlace, tellNewPlace }: { readonly tellOldPlace: boolean; readonly tellNewPlace: boolean },
): void {
  const user = `@_**${mover.fullName}|${mover.id}**`
  if (move.resolves) {
    const text = move.to.topic.length > move.from.topic.length ? serverTexts.resolved : serverTexts.unresolved
    if (tellNewPlace) post(world, move.to, noticeText(text, { user }))
    return
  }
  const { count } = move
  const [here, away] = move.whole
    ? [serverTexts.topicMovedHere, serverTexts.topicMovedAway]
    : count === 1
      ? [serverTexts.messageMovedHere, serverTexts.messageMovedAway]
      : [serverTexts.messagesMovedHere, serverTexts.messagesMovedAway]
  if (tellNewPlace) post(world, move.to, noticeText(here, { count, user, place: placeText(world, move.from) }))
  if (tellOldPlace) post(world, move.from, noticeText(away, { count, user, place: placeText(world, move.to) }))
}

function post(world: World, place: ChannelPlace, content: string): void {
  const sender = accountOf(world, world.state.notificationBotId)
  send(world, { sender, place, content, client: 'Internal' })
}

function placeText(world: World, { channelId, topic }: ChannelPlace): string {
  return `#**${world.state.channels.get(channelId)?.name ?? ''}>${topic}**`
}
