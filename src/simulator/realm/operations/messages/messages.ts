import { noticeText, serverTexts } from '../../../../protocol/index.js'
import { withoutUndefined } from '../../../../values.js'
import { accountOf, isAdministrator, isBot, settingOf } from '../../access/accounts.js'
import { inOrder } from '../../access/groups.js'
import { readableChannel } from '../../access/lookup.js'
import { type Call, isReadBySender, type Operations, unnamedClient } from '../../access/operation.js'
import { apiEmail, mayReadMessage } from '../../access/visibility.js'
import { kindWord } from '../../channels/channelNotices.js'
import { readContent, storedMessages } from '../../conversations/messages.js'
import { readChannelName, topicForMessage } from '../../conversations/topics.js'
import { deleteMessages } from '../../messages/deleting.js'
import { checkMayEdit, editMessage } from '../../messages/editing.js'
import { flagsOf } from '../../messages/flags.js'
import { checkDirectMessage } from '../../messages/permissions.js'
import { reportText } from '../../messages/quoting.js'
import {
  channelNamed,
  checkSending,
  conversationOf,
  conversationWith,
  type RequestedRecipients,
  requestedChannel,
  usersNamed,
} from '../../messages/recipients.js'
import { postNotice, send, sendNotice } from '../../messages/sending.js'
import { timeLimit } from '../../organisation/timeLimits.js'
import { lexemesSearched, searchMatch } from '../../search/highlights.js'
import { checkedRange, listAround, type Range } from '../../search/listing.js'
import { readListing } from '../../search/narrow.js'
import { type MessagePresentation, messageShape } from '../../shapes/message.js'
import { realmSettings } from '../../shapes/organisation.js'
import { refuse } from '../../world/refusal.js'
import type { Account, Place, StoredMessage } from '../../world/state.js'
import { seconds, type World } from '../../world/world.js'

export const messageOperations = {
  'messages.send': (call) => {
    const { world, caller, params, context } = call
    const place = isForChannel(params.type) ? channelPlace(call) : directPlaceOf(call)
    let automatic_new_visibility_policy: number | undefined
    const message = send(world, {
      sender: caller,
      place,
      content: params.content,
      client: context.client ?? unnamedClient,
      read_by_sender: params.read_by_sender ?? isReadBySender(context),
      widget_content: params.widget_content,
      local: localOf(params),
      onPolicy: (policy) => {
        automatic_new_visibility_policy = policy
      },
    })
    if (place.kind === 'channel') alertOwner(world, caller, place.stream_id)
    return withoutUndefined({ id: message.id, automatic_new_visibility_policy })
  },

  'messages.list': (call) => {
    const { world, caller, params } = call
    const listing = readListing(world, caller, params.narrow)
    const searched = lexemesSearched(params.narrow)
    const listed = (message: StoredMessage) => ({
      ...withFlags(world, caller, message, params),
      ...(searched.size > 0 && searchMatch(world, message, searched)),
    })
    if (params.message_ids !== undefined) {
      checkAlone(params)
      const messages = storedMessages(world.state, inOrder(params.message_ids)).filter(listing).map(listed)
      return { messages, found_anchor: false, found_oldest: false, found_newest: false, history_limited: false }
    }
    const { messages, ...found } = listAround(world, caller, listing, readRange(world, params))
    return { messages: messages.map(listed), ...found, history_limited: false }
  },

  'messages.get': ({ world, caller, params }) => {
    const message = readable(world, caller, params.message_id)
    const how = { ...params, client_gravatar: true }
    return { message: withFlags(world, caller, message, how), raw_content: message.content }
  },

  'messages.edit': ({ world, caller, params }) =>
    editMessage(world, caller, changeable(world, caller, params.message_id), params),

  'messages.delete': ({ world, caller, params }) => {
    const message = changeable(world, caller, params.message_id)
    if (!isAdministrator(caller)) {
      const sender = world.state.accounts.get(message.sender_id)
      if (sender?.id !== caller.id && sender?.owner_id !== caller.id) refuse('noDeletePermission')
      const limit = timeLimit(world, 'message_content_delete_limit_seconds')
      if (limit !== null && seconds(world) - message.timestamp > limit) refuse('deleteTimeIsUp')
    }
    deleteMessages(world, message.place, [message], caller)
  },

  'typing.send': (call) => {
    if (isForChannel(call.params.type)) emitToChannel(call)
    else emitToUsers(call)
  },

  'messages.report': ({ world, caller, params: { message_id, report_type, description } }) => {
    if (report_type === 'other' && description === '') refuse('reportNeedsDescription')
    const stream_id = Number(realmSettings(world).moderation_request_channel_id)
    if (!world.state.channels.has(stream_id)) refuse('reportsDisabled')
    const message = readable(world, caller, message_id)
    const topic = noticeText(serverTexts.reportTopic, { name: accountOf(world, message.sender_id).full_name })
    const content = reportText(world, caller, message, { reason: report_type, description })
    postNotice(world, { kind: 'channel', stream_id, topic }, content)
  },

  'typing.sendForEdit': ({ world, caller, params: { message_id, op } }) => {
    const message = changeable(world, caller, message_id)
    checkMayEdit(world, caller, message, 0)
    const { place } = message
    checkShowsTyping(caller, place.kind)
    const body = { op, sender_id: caller.id, message_id }
    const channel = place.kind === 'channel' ? world.state.channels.get(place.stream_id) : undefined
    const ids = place.kind === 'direct' ? place.user_ids : (channel?.subscribers ?? [])
    const audience = ids.filter((id) => hearsTyping(world, id))
    const recipient =
      place.kind === 'direct'
        ? { type: 'direct', user_ids: audience }
        : { type: 'channel', channel_id: place.stream_id, topic: place.topic }
    world.emit('typing_edit_message', audience, { ...body, recipient })
  },
} satisfies Partial<Operations>

function localOf({ queue_id: queueId, local_id: id }: Call<'messages.send'>['params']) {
  return queueId === undefined || id === undefined ? undefined : { queueId, id }
}

/** @throws {Refusal} if there is no such message, or the viewer may not read it */
export function readable(world: World, viewer: Account, id: number): StoredMessage {
  const message = world.state.messages.get(id)
  return message !== undefined && mayReadMessage(world, viewer, message) ? message : refuse('invalidMessages')
}

/** @throws {Refusal} if there is no such message, the viewer may not read it, or its channel is archived */
export function changeable(world: World, viewer: Account, id: number): StoredMessage {
  const message = readable(world, viewer, id)
  const { place } = message
  const isArchived = place.kind === 'channel' && world.state.channels.get(place.stream_id)?.is_archived === true
  return isArchived ? refuse('invalidMessages') : message
}

export function isForChannel(type: string): boolean {
  return type === 'channel' || type === 'stream'
}

/** Where a channel message goes. The checks run in the server's order. @throws {Refusal} */
function channelPlace({ world, caller, params }: Call<'messages.send'>): Place {
  const target = channelTarget(params.to)
  const topic = topicForMessage(world, params.topic ?? refuse('missingTopic'))
  readContent(world, params.content)
  const name = typeof target === 'string' ? readChannelName(target) : undefined
  try {
    const channel = requestedChannel(world, name ?? target)
    checkSending(world, caller, channel)
    if (topic === '' && world.assumptions.topicsRequired) refuse('topicsRequired')
    return { kind: 'channel', stream_id: channel.id, topic }
  } catch (refusal) {
    alertOwner(world, caller, target)
    throw refusal
  }
}

/** The channel that a request names, perhaps as a list of one. The parameter can be anything. @throws {Refusal} */
function channelTarget(to: unknown): number | string {
  if (to === undefined) refuse('missingChannel')
  if (Array.isArray(to) && to.length !== 1) refuse('expectedOneChannel')
  const target: unknown = Array.isArray(to) ? to[0] : to
  const isKnown = typeof target === 'string' || Number.isInteger(target)
  return isKnown ? (target as number | string) : refuse('invalidDataTypeForChannel')
}

function directPlaceOf({ world, caller, params }: Call<'messages.send'>): Place {
  const users = recipientsNamed(world, caller, params.to)
  readContent(world, params.content)
  const place = conversationOf(world, caller, users)
  checkDirectMessage(world, caller, place)
  return place
}

/** The accounts that a request names; the parameter can be anything. @throws {Refusal} */
function recipientsNamed(world: World, caller: Account, to: unknown): readonly Account[] {
  if (to === undefined) refuse('messageMustHaveRecipients')
  const named: readonly unknown[] = Array.isArray(to) ? to : typeof to === 'string' ? to.split(',') : notRecipients()
  const [first] = named
  if (first === undefined) refuse('messageMustHaveRecipients')
  if (typeof first !== 'string' && !Number.isInteger(first)) notRecipients()
  if (named.some((one) => typeof one !== typeof first)) refuse('idsOrEmails')
  return usersNamed(world, caller, to as RequestedRecipients)
}

function notRecipients(): never {
  refuse('invalidDataTypeForRecipients')
}

function withFlags(world: World, viewer: Account, message: StoredMessage, how: MessagePresentation) {
  return { ...messageShape(world, viewer, message, how), flags: flagsOf(world, viewer, message) }
}

type ListParams = Call<'messages.list'>['params']

/** A request for messages by ID can't have a range too. */
function checkAlone(params: ListParams): void {
  const others = (['num_before', 'num_after', 'anchor'] as const).filter((name) => params[name] !== undefined)
  const names = [...others, ...(params.include_anchor ? [] : ['include_anchor'])]
  if (names.length > 0) refuse('unsupportedCombination', { parameters: [...names, 'message_ids'].join(', ') })
}

function readRange(world: World, params: ListParams): Range {
  const anchor = params.use_first_unread_anchor ? 'first_unread' : params.anchor
  const { num_before, num_after, include_anchor } = params
  if (num_before === undefined) refuse('missingParameter', { name: 'num_before', var_name: 'num_before' })
  if (num_after === undefined) refuse('missingParameter', { name: 'num_after', var_name: 'num_after' })
  if (anchor === undefined) refuse('missingAnchor')
  return checkedRange(world, { anchor, num_before, num_after, include_anchor })
}

/**
 * Notifies a bot's owner, not too often, if the bot writes to a channel that doesn't exist or has no subscribers. An
 * assumption.
 */
function alertOwner(world: World, sender: Account, target: number | string): void {
  if (!isBot(sender) || sender.owner_id === null) return
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
  const content = noticeText(text, { email: sender.email, channel: channel?.name ?? target, kind: kindWord(world) })
  const owner = accountOf(world, sender.owner_id)
  if (owner.is_active) sendNotice(world, owner, content)
}

/** @throws {Refusal} if an account doesn't want others to know that it is typing */
function checkShowsTyping(account: Account, kind: Place['kind']): void {
  const isOn = settingOf(account, `send_${kind === 'channel' ? 'stream' : 'private'}_typing_notifications`) === true
  if (!isOn) refuse(kind === 'channel' ? 'channelTypingOff' : 'directTypingOff')
}

function hearsTyping(world: World, id: number): boolean {
  const account = accountOf(world, id)
  return account.is_active && settingOf(account, 'receives_typing_notifications') === true
}

function emitToUsers({ world, caller, params }: Call<'typing.send'>): void {
  const { op, to } = params
  if (to === undefined) refuse('missingRecipients')
  if (to.length === 0) refuse('noRecipients')
  checkShowsTyping(caller, 'direct')
  const { user_ids } = conversationWith(world, caller, to)
  const audience = user_ids.filter((id) => hearsTyping(world, id))
  world.emit('typing', audience, {
    op,
    message_type: 'direct',
    sender: person(caller.id),
    recipients: user_ids.map(person),
  })

  function person(id: number) {
    const account = world.state.accounts.get(id) ?? caller
    return { user_id: id, email: apiEmail(world, undefined, account) }
  }
}

function emitToChannel({ world, caller, params }: Call<'typing.send'>): void {
  const { op, stream_id: id, topic: given } = params
  if (id === undefined) refuse('missingChannelOfTopic')
  if (given === undefined) refuse('missingTopic')
  checkShowsTyping(caller, 'channel')
  const channel = readableChannel(world, caller, id)
  checkSending(world, caller, channel)
  const sender = { user_id: caller.id, email: apiEmail(world, undefined, caller) }
  const audience = channel.subscribers.filter((one) => one !== caller.id && hearsTyping(world, one))
  const topic = topicForMessage(world, given)
  world.emit('typing', audience, { op, message_type: 'stream', sender, stream_id: channel.id, topic })
}
