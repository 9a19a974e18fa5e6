import type { Account, Scheduled, Snippet, StoredDraft } from '../world/state.js'
import type { World } from '../world/world.js'

export function draftsOf({ state }: World, account: Account) {
  return [...state.drafts.values()]
    .filter(({ ownerId }) => ownerId === account.id)
    .sort((one, other) => one.changed - other.changed || one.id - other.id)
    .map(draftShape)
}

export function draftShape({ id, ownerId, place, content, changed }: StoredDraft) {
  const others = place?.kind === 'direct' ? place.userIds.filter((user) => user !== ownerId) : []
  return {
    id,
    type: place === undefined ? '' : place.kind === 'channel' ? 'stream' : 'private',
    to: place?.kind === 'channel' ? [place.channelId] : others.length > 0 ? others : (place?.userIds ?? []),
    topic: place?.kind === 'channel' ? place.topic : '',
    content,
    timestamp: Math.floor(changed),
  }
}

export function snippetsOf({ state }: World, account: Account) {
  return [...state.snippets.values()].filter(({ ownerId }) => ownerId === account.id).map(snippetShape)
}

export function snippetShape({ id, title, content, created }: Snippet) {
  return { id, title, content, date_created: created }
}

/** An account's scheduled messages that are not sent yet, by time. */
export function scheduledBy({ state }: World, { id }: Account) {
  return [...state.scheduled.values()]
    .filter((scheduled) => scheduled.senderId === id && scheduled.state !== 'sent')
    .sort((one, other) => one.due - other.due || one.id - other.id)
    .map(scheduledShape)
}

/** A scheduled message on the wire. The shape is assumed. */
export function scheduledShape({ id, place, content, rendered, due, state }: Scheduled) {
  return {
    scheduled_message_id: id,
    ...(place.kind === 'channel'
      ? { type: 'stream', to: place.channelId, topic: place.topic }
      : { type: 'private', to: [...place.userIds] }),
    content,
    rendered_content: rendered,
    scheduled_delivery_timestamp: due,
    failed: state === 'failed',
  }
}
