import type { EventNotification, HeardEvent, OverheardTrigger, Overhears } from '../bot/index.js'
import {
  type Event,
  type Message,
  type ReactionEvent,
  readWidgetChange,
  type SubmessageEvent,
  type UpdateMessageEvent,
} from '../protocol/index.js'
import { parseJson } from '../values.js'
import { notificationFor, type OwnAccount } from './notificationOf.js'

/** An event as its handlers get it. */
export interface Heard {
  readonly trigger: OverheardTrigger
  /** ID of the user who did it; undefined if the server doesn't say. */
  readonly by?: number
  readonly facts: HeardEvent['facts']
  /** The message that it is about, or a stand-in for it. */
  readonly about: number | Message
}

/** The types of events to ask the server for, by what a bot hears. */
const eventTypes: Readonly<Record<string, string>> = {
  follow_up: 'update_message',
  reaction: 'reaction',
  edit: 'update_message',
  topic_moved: 'update_message',
  delete: 'delete_message',
  subscribed: 'subscription',
  vote: 'submessage',
}

/** Make events smaller. Servers that don't know these send the older forms, which are understood too. */
export const capabilities = { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true }

export function eventTypesFor({ handlers, edits }: Partial<Overhears> = {}): string[] {
  const triggers = [...(handlers ?? []).map(({ trigger }) => trigger), ...(edits ? ['edit'] : [])]
  const types = triggers.map((trigger) => eventTypes[trigger]).filter((type) => type !== undefined)
  return [...new Set(['message', 'restart', 'realm_user', 'reaction', ...types])]
}

/** What handlers hear of an event that `readEvent` has read; nothing for most types. */
export function heardIn(event: Event, own: OwnAccount): readonly Heard[] {
  switch (event.type) {
    case 'reaction':
      return [heardReaction(event)]
    case 'update_message':
      return heardUpdate(event)
    case 'submessage':
      return heardVote(event)
    case 'delete_message': {
      const {
        message_type,
        stream_id: channel,
        topic = '',
        message_id = 0,
        message_ids: messageIds = [message_id],
      } = event
      const [first = 0] = messageIds
      const place = message_type === 'stream' && channel !== undefined ? { channel, topic } : undefined
      const about = messageAt(first, place && { id: place.channel, name: '', topic: place.topic }, own)
      return [{ trigger: 'delete', facts: { deletion: { messageIds, place } }, about }]
    }
    case 'subscription':
      if (event.op !== 'add') return []
      return (event.subscriptions ?? []).map(({ stream_id, name }) => {
        const channel = { id: stream_id, name }
        const about = messageAt(0, { ...channel, topic: '' }, own)
        return { trigger: 'subscribed' as const, facts: { channel }, about }
      })
    default:
      return []
  }
}

/** The notification of an event, once its message and whoever did it are known. */
export function eventNotification(
  { trigger, facts }: Heard,
  message: Message,
  { key, by, own }: Pick<HeardEvent, 'key' | 'by'> & { readonly own: OwnAccount },
): EventNotification {
  return { ...notificationFor(message, trigger, own), event: { key, facts, ...(by && { by }) } }
}

/** Older servers give the user as an object. */
function heardReaction(event: ReactionEvent & { readonly user?: { readonly user_id?: number } }): Heard {
  const { message_id: about, emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType } = event
  const by = event.user_id ?? event.user?.user_id
  const op = event.op === 'remove' ? 'remove' : 'add'
  return { trigger: 'reaction', by, facts: { reaction: { op, emojiName, emojiCode, reactionType } }, about }
}

/** One event may be both an edit and a move. Changes by the server itself have no user and are left out. */
function heardUpdate(event: UpdateMessageEvent): readonly Heard[] {
  const { user_id: by, orig_content, content, orig_subject, subject, stream_id: channel, new_stream_id } = event
  if (by === null) return []
  const { message_id: about, message_ids: messageIds = [about] } = event
  const heard: Heard[] = []
  if (orig_content !== undefined && orig_content !== content) {
    heard.push({ trigger: 'edit', by, facts: { change: { before: orig_content } }, about })
  }
  if (channel !== undefined && (orig_subject !== undefined || new_stream_id !== undefined)) {
    const topic = orig_subject ?? subject ?? ''
    const move = {
      from: { channel, topic },
      to: { channel: new_stream_id ?? channel, topic: subject ?? topic },
      messageIds,
    }
    heard.push({ trigger: 'topic_moved', by, facts: { move }, about })
  }
  return heard
}

function heardVote(event: SubmessageEvent): readonly Heard[] {
  const { sender_id: by, message_id: about, content } = event
  const data = parseJson(content)
  const vote = readWidgetChange(data) ?? { type: 'other' as const, data }
  return [{ trigger: 'vote', by, facts: { vote }, about }]
}

/** A stand-in for a message that is gone, or for none: it has only the place. */
function messageAt(
  id: number,
  channel: { readonly id: number; readonly name: string; readonly topic: string } | undefined,
  own: OwnAccount,
): Message {
  const nobody = { sender_id: 0, sender_email: '', sender_full_name: '' }
  const base = { id, content: '', ...nobody }
  const message = channel
    ? { ...base, type: 'stream', stream_id: channel.id, display_recipient: channel.name, subject: channel.topic }
    : { ...base, type: 'private', display_recipient: [{ id: own.user_id, email: own.email, full_name: own.full_name }] }
  return message as unknown as Message
}
