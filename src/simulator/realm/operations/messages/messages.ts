import { noticeText, serverTexts } from '../../../../protocol/index.js'
import { topicForMessage } from '../../channels/topics.js'
import { readContent } from '../../messages/content.js'
import { deleteMessages } from '../../messages/deletion.js'
import { editMessage } from '../../messages/editing.js'
import { flagsOf } from '../../messages/flags.js'
import { storedMessages } from '../../messages/messages.js'
import { channelMeant, channelNamed, checkSending, conversationWith, type Target } from '../../messages/recipients.js'
import { send, sendNotice } from '../../messages/sending.js'
import { mayReadMessage } from '../../messages/visibility.js'
import { byAccount, type Operation, type OwnCall, unnamedClient } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { listAround, type Range } from '../../search/listing.js'
import { readNarrow } from '../../search/narrow.js'
import { searchMatch, wordsSearched } from '../../search/searchMatches.js'
import { type MessagePresentation, messageShape } from '../../shapes/message.js'
import type { Account, Place, StoredMessage } from '../../state.js'
import { accountOf, isAdministrator, isBot } from '../../users/accounts.js'
import { seconds, type World } from '../../world.js'

type Names = 'messages.send' | 'messages.list' | 'messages.get' | 'messages.edit' | 'messages.delete'

export const messageOperations: { readonly [Name in Names]: Operation<Name> } = {
  'messages.send': byAccount((call) => {
    const { world, caller, params, context } = call
    if (params.type === 'channel' && !world.has('channelMessageType')) refuse('invalidWord', { name: 'type' })
    const place = isForChannel(params.type) ? channelPlace(call) : directPlaceOf(call)
    const message = send(world, {
      sender: caller,
      place,
      content: params.content,
      client: context.client ?? unnamedClient,
      readBySender: params.read_by_sender,
      widgetContent: params.widget_content,
      local: localOf(params),
    })
    if (place.kind === 'channel') alertOwner(world, caller, place.channelId)
    return { id: message.id }
  }),

  'messages.list': byAccount((call) => {
    const { world, caller, params } = call
    const how = presentation(params)
    const narrow = readNarrow(world, caller, params.narrow)
    const words = wordsSearched(params.narrow)
    const listed = (message: StoredMessage) => ({
      ...withFlags(world, caller, message, how),
      ...(words.length > 0 && searchMatch(world, message, words)),
    })
    if (params.message_ids !== undefined) {
      checkAlone(params)
      const ids = new Set(params.message_ids)
      const messages = storedMessages(
        world.state,
        [...ids].sort((one, other) => one - other),
      )
        .filter((message) => narrow.fits(message) && mayReadMessage(world, caller, message))
        .map(listed)
      return { messages, history_limited: false }
    }
    const found = listAround(world, caller, narrow, readRange(world, params))
    return {
      messages: found.messages.map(listed),
      anchor: found.anchor,
      found_anchor: found.foundAnchor,
      found_oldest: found.foundOldest,
      found_newest: found.foundNewest,
      history_limited: false,
    }
  }),

  'messages.get': byAccount(({ world, caller, params }) => {
    const message = readable(world, caller, params.message_id)
    const how = presentation({ ...params, client_gravatar: true })
    return { message: withFlags(world, caller, message, how), raw_content: message.content }
  }),

  'messages.edit': byAccount(({ world, caller, params }) =>
    editMessage(world, caller, readable(world, caller, params.message_id), {
      content: params.content,
      topic: params.topic,
      channelId: params.stream_id,
      propagate: params.propagate_mode,
      digest: params.prev_content_sha256,
      tellOldPlace: params.send_notification_to_old_thread,
      tellNewPlace: params.send_notification_to_new_thread,
    }),
  ),

  'messages.delete': byAccount(({ world, caller, params }) => {
    const message = readable(world, caller, params.message_id)
    if (!isAdministrator(caller)) {
      const sender = world.state.accounts.get(message.senderId)
      if (sender?.id !== caller.id && sender?.ownerId !== caller.id) refuse('noDeletePermission')
      const limit = world.assumptions.deleteSeconds
      if (limit !== null && seconds(world) - message.sent > limit) refuse('deleteTimeIsUp')
    }
    deleteMessages(world, message.place, [message])
    return {}
  }),
}

/** What a client calls the message that it sends, and where it will look for it. */
function localOf({ queue_id: queueId, local_id: id }: OwnCall<'messages.send'>['params']) {
  return queueId === undefined || id === undefined ? undefined : { queueId, id }
}

/** A message that the viewer may read. @throws {Refusal} for any other, and for one that is not there */
export function readable(world: World, viewer: Account, id: number): StoredMessage {
  const message = world.state.messages.get(id)
  return message !== undefined && mayReadMessage(world, viewer, message) ? message : refuse('invalidMessages')
}

/** Whether a word for a message's kind means one in a channel. */
export function isForChannel(type: string): boolean {
  return type === 'channel' || type === 'stream'
}

function channelPlace({ world, caller, params }: OwnCall<'messages.send'>): Place {
  const target = soleTarget(params.to)
  if (params.topic === undefined) refuse('missingTopic')
  readContent(world, params.content)
  const topic = topicForMessage(world, params.topic)
  try {
    const channel = channelMeant(world, target)
    checkSending(world, caller, channel)
    return { kind: 'channel', channelId: channel.id, topic }
  } catch (refusal) {
    alertOwner(world, caller, target)
    throw refusal
  }
}

/** A channel may be named in a list of one. */
function soleTarget(to: Target): number | string {
  if (typeof to !== 'object') return to
  const [only, ...others] = to
  if (only === undefined) refuse('missingChannel')
  return others.length > 0 ? refuse('invalidDataTypeForChannel') : only
}

function directPlaceOf({ world, caller, params }: OwnCall<'messages.send'>): Place {
  readContent(world, params.content)
  return conversationWith(world, caller, params.to)
}

function withFlags(world: World, viewer: Account, message: StoredMessage, how: MessagePresentation) {
  return { ...messageShape(world, viewer, message, how), flags: flagsOf(world, viewer, message) }
}

interface Presented {
  readonly apply_markdown: boolean
  readonly client_gravatar: boolean
  readonly allow_empty_topic_name: boolean
}

function presentation(params: Presented): MessagePresentation {
  return {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    emptyTopics: params.allow_empty_topic_name,
  }
}

type ListParams = OwnCall<'messages.list'>['params']

/** Messages that are listed by their IDs have no range around an anchor. */
function checkAlone(params: ListParams): void {
  const others = (['num_before', 'num_after', 'anchor'] as const).filter((name) => params[name] !== undefined)
  const names = [...others, ...(params.include_anchor ? [] : ['include_anchor'])]
  if (names.length > 0) refuse('unsupportedCombination', { parameters: [...names, 'message_ids'].join(', ') })
}

function readRange(world: World, params: ListParams): Range {
  const anchor = params.use_first_unread_anchor ? 'first_unread' : params.anchor
  const { num_before: before, num_after: after, include_anchor: includeAnchor } = params
  if (before === undefined) refuse('missingParameter', { name: 'num_before', var_name: 'num_before' })
  if (after === undefined) refuse('missingParameter', { name: 'num_after', var_name: 'num_after' })
  if (anchor === undefined) refuse('missingAnchor')
  const maximum = world.assumptions.messagesPerRequest
  if (before + after > maximum) refuse('tooManyMessages', { maximum })
  if (!includeAnchor && before > 0 && after > 0) refuse('anchorOnlyExcludedAtEnd')
  return { anchor, before, after, includeAnchor }
}

/**
 * Tells a bot's owner when the bot writes to a channel that is missing or that nobody is subscribed to, not too often.
 * An assumption.
 */
function alertOwner(world: World, sender: Account, target: number | string): void {
  if (!isBot(sender) || sender.ownerId === null) return
  const channel = typeof target === 'number' ? world.state.channels.get(target) : channelNamed(world, target)
  if (channel !== undefined && channel.subscribers.length > 0) return
  const now = seconds(world)
  if (sender.ownerAlerted !== undefined && now - sender.ownerAlerted < world.assumptions.ownerAlertSeconds) return
  sender.ownerAlerted = now
  const text =
    channel !== undefined
      ? serverTexts.channelIsEmpty
      : typeof target === 'number'
        ? serverTexts.channelIdIsMissing
        : serverTexts.channelIsMissing
  const content = noticeText(text, { email: sender.email, channel: channel?.name ?? target })
  const owner = accountOf(world, sender.ownerId)
  if (owner.isActive) sendNotice(world, accountOf(world, world.state.notificationBotId), owner, content)
}
