import type { Account, Scheduled, Snippet, StoredDraft } from '../world/state.js'
import type { World } from '../world/world.js'

export function draftsOf({ state }: World, account: Account) {
  return [...state.drafts.values()]
    .filter(({ owner_id }) => owner_id === account.id)
    .sort((one, other) => one.timestamp - other.timestamp || one.id - other.id)
    .map(draftShape)
}

export function draftShape({ owner_id: _, ...draft }: StoredDraft) {
  return { ...draft, timestamp: Math.floor(draft.timestamp) }
}

export function snippetsOf({ state }: World, account: Account) {
  return [...state.snippets.values()].filter(({ owner_id }) => owner_id === account.id).map(snippetShape)
}

export function snippetShape({ owner_id: _, ...snippet }: Snippet) {
  return snippet
}

/** An account's scheduled messages that are not sent yet, by time. */
export function scheduledBy(world: World, account: Account) {
  return unsentBy(world, account)
    .filter(({ target }) => target === undefined)
    .map(scheduledShape)
}

/** An account's reminders that are not sent yet, by time. */
export function remindersOf(world: World, account: Account) {
  return unsentBy(world, account).flatMap((one) => (one.target === undefined ? [] : reminderShape(one, one.target)))
}

function unsentBy({ state }: World, { id }: Account): readonly Scheduled[] {
  return [...state.scheduled.values()]
    .filter((scheduled) => scheduled.sender_id === id && scheduled.state !== 'sent')
    .sort((one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp || one.id - other.id)
}

/** A reminder on the wire. */
export function reminderShape(reminder: Scheduled, target: number) {
  const { scheduled_message_id: reminder_id, ...shape } = scheduledShape(reminder)
  return { reminder_id, ...shape, reminder_target_message_id: target }
}

/** A scheduled message on the wire. The shape is assumed. */
export function scheduledShape({ id, place, state, ...scheduled }: Scheduled) {
  const { content, rendered_content, scheduled_delivery_timestamp } = scheduled
  const to =
    place.kind === 'channel'
      ? { type: 'stream', to: place.stream_id, topic: place.topic }
      : { type: 'private', to: [...place.user_ids] }
  const failed = state === 'failed'
  return { scheduled_message_id: id, ...to, content, rendered_content, scheduled_delivery_timestamp, failed }
}
