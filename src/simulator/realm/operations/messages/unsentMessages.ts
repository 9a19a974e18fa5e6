import { codePoints, limits, type ReadParams, serverTexts } from '../../../../protocol/index.js'
import { readableChannel } from '../../access/lookup.js'
import { type Call, isReadBySender, type Operations, unnamedClient } from '../../access/operation.js'
import { cutText, directPlace, readContent } from '../../conversations/messages.js'
import { topicForMessage } from '../../conversations/topics.js'
import { render } from '../../markdown/index.js'
import { checkMentions } from '../../messages/permissions.js'
import { reminderText } from '../../messages/quoting.js'
import { checkPlace, checkReachable, type RequestedRecipients, usersNamed } from '../../messages/recipients.js'
import { setSendTimer } from '../../messages/scheduling.js'
import {
  draftShape,
  draftsOf,
  reminderShape,
  remindersOf,
  scheduledBy,
  scheduledShape,
  snippetShape,
  snippetsOf,
} from '../../shapes/unsentMessages.js'
import { refuse } from '../../world/refusal.js'
import type { Account, DirectPlace, Place, Scheduled, Snippet, StoredDraft } from '../../world/state.js'
import { nextId, seconds, type World } from '../../world/world.js'
import { isForChannel, readable } from './messages.js'

export const unsentMessageOperations = {
  'drafts.list': ({ world, caller }) => {
    const drafts = draftsOf(world, caller)
    return { count: drafts.length, drafts }
  },

  'drafts.create': ({ world, caller, params }) => {
    const read = params.drafts.map((draft) => readDraft(world, caller, draft))
    const drafts = read.map((draft) => ({ id: nextId(world, 'draft'), ...draft }))
    for (const draft of drafts) world.state.drafts.set(draft.id, draft)
    world.emit('drafts', [caller.id], { op: 'add', drafts: drafts.map(draftShape) })
    return { ids: drafts.map(({ id }) => id) }
  },

  'drafts.edit': ({ world, caller, params }) => {
    const { id } = ownDraft(world, caller, params.draft_id)
    const draft = { id, ...readDraft(world, caller, params.draft) }
    world.state.drafts.set(id, draft)
    world.emit('drafts', [caller.id], { op: 'update', draft: draftShape(draft) })
  },

  'drafts.delete': ({ world, caller, params }) => {
    const { id } = ownDraft(world, caller, params.draft_id)
    world.state.drafts.delete(id)
    world.emit('drafts', [caller.id], { op: 'remove', draft_id: id })
  },

  'savedSnippets.list': ({ world, caller }) => ({ saved_snippets: snippetsOf(world, caller) }),

  'savedSnippets.create': ({ world, caller, params }) => {
    const title = notBlank('title', params.title)
    const content = notBlank('content', params.content)
    const snippet = { id: nextId(world, 'snippet'), owner_id: caller.id, title, content, date_created: seconds(world) }
    world.state.snippets.set(snippet.id, snippet)
    world.emit('saved_snippets', [caller.id], { op: 'add', saved_snippet: snippetShape(snippet) })
    return { saved_snippet_id: snippet.id }
  },

  'savedSnippets.edit': ({ world, caller, params }) => {
    const title = params.title === undefined ? undefined : notBlank('title', params.title)
    const content = params.content === undefined ? undefined : notBlank('content', params.content)
    if (title === undefined && content === undefined) return
    const before = ownSnippet(world, caller, params.saved_snippet_id)
    const after = { ...before, title: title ?? before.title, content: content ?? before.content }
    world.state.snippets.set(after.id, after)
    world.emit('saved_snippets', [caller.id], { op: 'update', saved_snippet: snippetShape(after) })
  },

  'savedSnippets.delete': ({ world, caller, params }) => {
    const { id } = ownSnippet(world, caller, params.saved_snippet_id)
    world.state.snippets.delete(id)
    world.emit('saved_snippets', [caller.id], { op: 'remove', saved_snippet_id: id })
  },

  'scheduledMessages.edit': (call) => {
    const { world, caller, params, context } = call
    checkEdit(call)
    const scheduled = ownScheduled(world, caller, params.scheduled_message_id)
    if (scheduled.state === 'sent') refuse('scheduledMessageAlreadySent')
    const due = params.scheduled_delivery_timestamp
    if (scheduled.state === 'failed' && due === undefined) refuse('deliveryTimeMustBeFuture')
    const place = newPlace(call, scheduled)
    const content = params.content === undefined ? scheduled.content : readContent(world, params.content)
    // The server checks the recipients again if they or the content change.
    if (params.to !== undefined || params.content !== undefined) checkPlace(world, caller, place)
    const { html, mentions } = render(world, content, caller)
    checkMentions(world, caller, place, mentions)

    scheduled.place = place
    scheduled.content = content
    scheduled.rendered_content = html
    scheduled.scheduled_delivery_timestamp = due ?? scheduled.scheduled_delivery_timestamp
    scheduled.client = context.client ?? unnamedClient
    scheduled.state = 'pending'
    setSendTimer(world, scheduled)
    world.emit('scheduled_messages', [caller.id], { op: 'update', scheduled_message: scheduledShape(scheduled) })
  },

  'scheduledMessages.list': ({ world, caller }) => ({ scheduled_messages: scheduledBy(world, caller) }),

  'scheduledMessages.create': (call) => {
    const { world, caller, params, context } = call
    checkTime(world, params.scheduled_delivery_timestamp)
    const place = firstPlace(call)
    const content = readContent(world, params.content)
    checkPlace(world, caller, place)
    const { html, mentions } = render(world, content, caller)
    checkMentions(world, caller, place, mentions)
    const read_by_sender = params.read_by_sender ?? (isReadBySender(context) && !isToSelf(caller, place))
    const scheduled = schedule(call, { place, content, rendered_content: html, read_by_sender })
    world.emit('scheduled_messages', [caller.id], { op: 'add', scheduled_messages: [scheduledShape(scheduled)] })
    return { scheduled_message_id: scheduled.id }
  },

  'scheduledMessages.delete': ({ world, caller, params }) => {
    const scheduled = ownScheduled(world, caller, params.scheduled_message_id)
    if (scheduled.state === 'sent') refuse('scheduledMessageDoesNotExist')
    unschedule(world, scheduled)
    world.emit('scheduled_messages', [caller.id], { op: 'remove', scheduled_message_id: scheduled.id })
  },

  'reminders.create': (call) => {
    const { world, caller, params } = call
    checkTime(world, params.scheduled_delivery_timestamp)
    const { id: target, ...message } = readable(world, caller, params.message_id)
    const note = (params.note ?? '').trimEnd().replace(/^\n+/, '')
    const limit = limits.reminderNote
    if (codePoints(note) > limit) refuse('reminderNoteTooLong', { limit })
    const content = readContent(world, reminderText(world, { id: target, ...message }, note))
    const place = directPlace([caller.id])
    const rendered_content = render(world, content, caller).html
    const reminder = schedule(call, { place, content, rendered_content, read_by_sender: false, target, note })
    world.emit('reminders', [caller.id], { op: 'add', reminders: [reminderShape(reminder, target)] })
    return { reminder_id: reminder.id }
  },

  'reminders.list': ({ world, caller }) => ({ reminders: remindersOf(world, caller) }),

  'reminders.delete': ({ world, caller, params }) => {
    const reminder = world.state.scheduled.get(params.reminder_id)
    const isOwn = reminder?.target !== undefined && reminder.sender_id === caller.id
    if (!isOwn) refuse('reminderDoesNotExist')
    unschedule(world, reminder)
    world.emit('reminders', [caller.id], { op: 'remove', reminder_id: reminder.id })
  },
} satisfies Partial<Operations>

function ownDraft(world: World, caller: Account, id: number): StoredDraft {
  const draft = world.state.drafts.get(id)
  return draft?.owner_id === caller.id ? draft : refuse('draftDoesNotExist')
}

type Given = ReadParams<'drafts.edit'>['draft']

function readDraft(world: World, caller: Account, given: Given): Omit<StoredDraft, 'id'> {
  const content = readContent(world, given.content)
  const timestamp = given.timestamp ?? world.clock.now() / 1000
  if (timestamp < 0) refuse('draftTimeNegative')
  return { owner_id: caller.id, ...placeOf(world, caller, given), content, timestamp }
}

function placeOf(
  world: World,
  caller: Account,
  { type, to, topic }: Given,
): Pick<StoredDraft, 'type' | 'to' | 'topic'> {
  if (type === 'stream') {
    if (topic.includes('\u0000')) refuse('topicMustNotContainNull')
    const [only, ...others] = to
    if (only === undefined || others.length > 0) refuse('draftNeedsOneChannel')
    const { id } = readableChannel(world, caller, only)
    return { type, to: [id], topic: cutText(topic.trim(), world.assumptions.topicLength, serverTexts.cut) }
  }
  if (type === '' || to.length === 0) return { type: '', to: [], topic: '' }
  const { user_ids } = directPlace(usersNamed(world, caller, to).map(({ id }) => id))
  const others = user_ids.filter((id) => id !== caller.id)
  return { type: 'private', to: others.length > 0 ? others : user_ids, topic: '' }
}

function ownSnippet(world: World, caller: Account, id: number): Snippet {
  const snippet = world.state.snippets.get(id)
  return snippet?.owner_id === caller.id ? snippet : refuse('savedSnippetDoesNotExist')
}

function notBlank(name: string, given: string): string {
  return given.trim() || refuse('blank', { name })
}

type Edit = Call<'scheduledMessages.edit'>

/** Checks of an edit that don't need the message. */
function checkEdit({ world, params }: Edit): void {
  const { type, to, content, topic, scheduled_delivery_timestamp } = params
  if ([type, to, content, topic, scheduled_delivery_timestamp].every((value) => value === undefined))
    refuse('nothingToChange')
  if (type !== undefined && to === undefined) refuse('recipientNeededWithType')
  if (type !== undefined && isForChannel(type) && topic === undefined) refuse('topicNeededWithType')
  if (scheduled_delivery_timestamp !== undefined) checkTime(world, scheduled_delivery_timestamp)
}

function checkTime(world: World, due: number): void {
  if (due <= seconds(world)) refuse('deliveryTimeMustBeFuture')
}

function ownScheduled(world: World, caller: Account, id: number): Scheduled {
  const scheduled = world.state.scheduled.get(id)
  const isOwn = scheduled?.sender_id === caller.id && scheduled.target === undefined
  return isOwn ? scheduled : refuse('scheduledMessageDoesNotExist')
}

type Scheduling = Call<'scheduledMessages.create'> | Call<'reminders.create'>
type What = Pick<Scheduled, 'place' | 'content' | 'rendered_content' | 'read_by_sender' | 'target' | 'note'>

/** Stores a message to be sent when it is due. */
function schedule({ world, caller, params, context }: Scheduling, what: What): Scheduled {
  const { scheduled_delivery_timestamp } = params
  const sending = { scheduled_delivery_timestamp, state: 'pending', client: context.client ?? unnamedClient } as const
  const scheduled: Scheduled = { id: nextId(world, 'scheduled'), sender_id: caller.id, ...sending, ...what }
  world.state.scheduled.set(scheduled.id, scheduled)
  setSendTimer(world, scheduled)
  return scheduled
}

function unschedule(world: World, { id }: Scheduled): void {
  world.cancelTimer('scheduled message', id)
  world.state.scheduled.delete(id)
}

/** The place of an edited message; omitted parameters change nothing. */
function newPlace({ world, caller, params }: Edit, { place }: Scheduled): Place {
  const { type, to } = params
  const forChannel = type === undefined ? place.kind === 'channel' : isForChannel(type)
  if (!forChannel) {
    return to === undefined && place.kind === 'direct' ? place : usersPlace(world, caller, to ?? [])
  }
  if (Array.isArray(to)) refuse('invalidDataTypeForChannelId')
  const before = place.kind === 'channel' ? place : undefined
  const topic = params.topic === undefined ? (before?.topic ?? '') : topicForMessage(world, params.topic)
  // Where a topic is required, neither the empty one nor a name for it is allowed.
  const isChosen = type !== undefined || (params.topic !== undefined && world.assumptions.topicsRequired)
  if (isChosen && topic === '') refuse('topicCannotBeEmpty')
  return { kind: 'channel', stream_id: to ?? before?.stream_id ?? 0, topic }
}

function firstPlace({ world, caller, params }: Call<'scheduledMessages.create'>): Place {
  if (!isForChannel(params.type)) return usersPlace(world, caller, params.to)
  if (typeof params.to !== 'number') refuse('invalidDataTypeForChannelId')
  const topic = topicForMessage(world, params.topic ?? refuse('missingTopic'))
  return { kind: 'channel', stream_id: params.to, topic }
}

/** The users that a message is addressed to, without the sender unless there is no one else. */
function usersPlace(world: World, caller: Account, to: RequestedRecipients): DirectPlace {
  const users = usersNamed(world, caller, to)
  if (users.length === 0) refuse('messageMustHaveRecipients')
  for (const user of users) checkReachable(world, caller, user)
  const ids = [...new Set(users.map((user) => user.id))]
  const others = ids.filter((id) => id !== caller.id)
  return { kind: 'direct', user_ids: others.length > 0 ? others : ids }
}

function isToSelf(sender: Account, place: Place): boolean {
  return place.kind === 'direct' && place.user_ids.every((id) => id === sender.id)
}
