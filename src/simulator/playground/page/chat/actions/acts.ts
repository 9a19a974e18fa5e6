import type { Message } from '../../../../../protocol/index.js'
import { attempt, tell } from '../../notices.js'
import { copy } from '../../takeAway.js'
import { columns, openConversation } from '../columns.js'
import { mentionOf } from '../compose/candidates.js'
import { composerFor, focusText, recipientsOf, setRecipients, write } from '../compose/composer.js'
import { quotation } from '../compose/inserting.js'
import { placeName } from '../compose/placeName.js'
import type { Emoji } from '../emoji/emojiList.js'
import { noteUsed } from '../emoji/known.js'
import { type Place, placeOfMessage, sameTopic } from '../place.js'
import { keepUnread } from '../reading.js'
import { sessionOf } from '../session.js'
import { policyOf } from '../state.js'
import { messageAddress } from './links.js'
import {
  deleteMessage,
  type Move,
  messagesOfTopic,
  moveMessage,
  policies,
  rawContent,
  react,
  sendMessage,
  setFlag,
  setTopicPolicy,
} from './service.js'
import { isResolved, resolvedName } from './topicNames.js'

/** A message, whoever acts on it, and the place in which they see it. */
export interface Acted {
  readonly userId: number
  readonly place: Place
  readonly message: Message
}

/** Deletes a message. Taking that back sends it anew. */
export async function remove({ userId, message }: Acted): Promise<void> {
  const { call } = sessionOf(userId)
  await attempt(async () => {
    // Nobody can write in another's name.
    const content = message.sender_id === userId ? await rawContent(call, message.id) : undefined
    await deleteMessage(call, message.id)
    const target = placeOfMessage(message, userId)
    if (content === undefined || (target.kind !== 'topic' && target.kind !== 'direct')) {
      return tell('done', 'The message is deleted.')
    }
    tell('done', 'The message is deleted. Undo sends it anew.', () => {
      void attempt(() => sendMessage(call, target, content))
    })
  })
}

/** Reacts with an emoji, or takes that back. */
export async function toggleReaction(
  userId: number,
  message: Pick<Message, 'id' | 'reactions'>,
  emoji: Pick<Emoji, 'name' | 'code' | 'type'>,
): Promise<void> {
  const isThere = message.reactions.some(
    (one) => one.user_id === userId && one.emoji_code === emoji.code && one.reaction_type === emoji.type,
  )
  if (!isThere) noteUsed(emoji)
  await attempt(() => react(sessionOf(userId).call, message.id, emoji, isThere))
}

export const isStarred = ({ flags }: Message) => flags?.includes('starred') === true

export async function toggleStar({ userId, message }: Acted): Promise<void> {
  await attempt(() => setFlag(sessionOf(userId).call, [message.id], 'starred', !isStarred(message)))
}

export async function markUnread({ userId, message }: Acted): Promise<void> {
  keepUnread(message.id)
  await attempt(() => setFlag(sessionOf(userId).call, [message.id], 'read', false))
}

/** Writes the message as a quotation where the reader answers it. */
export async function quote(acted: Acted): Promise<void> {
  const { userId, place, message } = acted
  const { call, state } = sessionOf(userId)
  await attempt(async () => {
    const content = await rawContent(call, message.id)
    const known = state.value
    const people = [...(known?.people.values() ?? [])].map(({ user_id, full_name }) => ({
      id: user_id,
      name: full_name,
    }))
    const sender = { id: message.sender_id, name: message.sender_full_name }
    const mention = mentionOf(sender, people, true)
    const composer = composerFor(userId, place)
    answerIn(acted)
    write(composer, quotation(mention, addressOf(acted), content), true)
  })
}

/** Leads to where the reader writes, with the recipients set to the message's conversation. */
export function answerIn({ userId, place, message }: Acted): void {
  const composer = composerFor(userId, place)
  setRecipients(composer, recipientsOf(placeOfMessage(message, userId)))
  focusText(composer)
}

export async function copyLink(acted: Acted): Promise<void> {
  await copy('The link to the message', () => addressOf(acted))
}

function addressOf({ userId, message }: Acted): string {
  const { id } = message
  const { origin } = location
  if (message.type === 'private') {
    return messageAddress(origin, { id, userIds: message.display_recipient.map((one) => one.id) })
  }
  const channelId = message.stream_id
  const channelName = sessionOf(userId).state.value?.channels.get(channelId)?.name ?? message.display_recipient
  return messageAddress(origin, { id, channelId, channelName, topic: message.subject })
}

/** Moves a message, and others of its topic with it; @throws {Refused} */
export async function move({ userId, message }: Acted, to: Move): Promise<void> {
  if (message.type !== 'stream') return
  const session = sessionOf(userId)
  const { stream_id: channelId, subject: topic } = message
  const target: Place = { kind: 'topic', channelId: to.channelId ?? channelId, topic: to.topic ?? topic }
  // What was there before cannot be told from what has come, so only then can all of it go back.
  const wasEmpty = (await messagesOfTopic(session.call, target.channelId, target.topic)).length === 0
  await moveMessage(session.call, message.id, to)
  const known = session.state.value
  const says = `Moved to ${known === undefined ? target.topic : placeName(known, target)}.`
  if (to.propagate !== 'change_one' && !wasEmpty) return tell('done', says)
  const propagate = to.propagate === 'change_one' ? 'change_one' : 'change_all'
  tell('done', says, () => {
    const back = { ...(to.channelId !== undefined && { channelId }), ...(to.topic !== undefined && { topic }) }
    void attempt(() => moveMessage(session.call, message.id, { ...back, propagate, tellNew: false }))
  })
}

/** Says what somebody wants to know of a topic. */
export async function setPolicy(
  userId: number,
  channelId: number,
  topic: string,
  policy: keyof typeof policies,
): Promise<void> {
  const { call, state } = sessionOf(userId)
  const before = state.value === undefined ? 'neutral' : policyOf(state.value, channelId, topic)
  if (before === policy) return
  await attempt(async () => {
    await setTopicPolicy(call, channelId, topic, policies[policy])
    const name = state.value === undefined ? topic : placeName(state.value, { kind: 'topic', channelId, topic })
    tell('done', `${name} ${policyWords[policy]}.`, () => {
      void attempt(() => setTopicPolicy(call, channelId, topic, policies[before]))
    })
  })
}

const policyWords = {
  neutral: 'is as its channel is',
  muted: 'is muted',
  unmuted: 'is unmuted',
  followed: 'is followed',
} as const

/** Gives a topic another name, and with it all of its messages; @throws {Refused} */
export async function renameTopic(userId: number, channelId: number, topic: string, name: string): Promise<void> {
  const rename = await renaming(userId, channelId, topic, false)
  const wasEmpty = (await messagesOfTopic(sessionOf(userId).call, channelId, name)).length === 0
  await rename(topic, name)
  const says = `Renamed to “${name}”.`
  if (wasEmpty) tell('done', says, () => void attempt(() => rename(name, topic)))
  else tell('done', says)
}

/** Marks a topic as resolved, or takes the mark away. */
export async function toggleResolved(userId: number, channelId: number, topic: string): Promise<void> {
  await attempt(async () => {
    const rename = await renaming(userId, channelId, topic, true)
    await rename(topic, resolvedName(topic))
    tell('done', isResolved(topic) ? 'The topic is open again.' : 'The topic is resolved.', () => {
      void attempt(() => rename(resolvedName(topic), topic))
    })
  })
}

/** What gives the messages that are in a topic now another topic, and back. */
async function renaming(userId: number, channelId: number, topic: string, tellNew: boolean) {
  const { call } = sessionOf(userId)
  const newest = (await messagesOfTopic(call, channelId, topic)).at(-1)
  if (newest === undefined) throw new Error('There are no messages in this topic.')
  return async (from: string, to: string) => {
    await moveMessage(call, newest, { topic: to, propagate: 'change_all', tellNew })
    goAlong(userId, channelId, from, to)
  }
}

/** Shows a topic under its new name where it was shown under the old one. */
function goAlong(userId: number, channelId: number, from: string, to: string): void {
  const isShown = columns.peek().some(({ userId: own, place }) => {
    return own === userId && place.kind === 'topic' && place.channelId === channelId && sameTopic(place.topic, from)
  })
  if (isShown) openConversation(userId, { kind: 'topic', channelId, topic: to })
}
