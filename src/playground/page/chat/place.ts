import type { Message } from '../../../protocol/index.js'

/** What the chat shows: a conversation, or a whole channel. */
export type ChatPlace =
  | { readonly kind: 'channel'; readonly channelId: number }
  /** Can be empty. */
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  /** The other people, in ascending order; one's own ID for notes to self. */
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

/** A place in the page's address: `channel/3`, `channel/3/lunch`, `dm/8,10`. */
export function placeText(place: ChatPlace): string {
  switch (place.kind) {
    case 'channel':
      return `channel/${place.channelId}`
    case 'topic':
      return `channel/${place.channelId}/${place.topic}`
    case 'direct':
      return `dm/${place.userIds.join(',')}`
  }
}

/** Parses a place; undefined if it isn't one. */
export function readPlace(text: string): ChatPlace | undefined {
  const [, id, topic] = /^channel\/(\d+)(?:\/(.*))?$/s.exec(text) ?? []
  if (id !== undefined) {
    const channelId = Number(id)
    return topic === undefined ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic }
  }
  const [, ids] = /^dm\/(\d+(?:,\d+)*)$/.exec(text) ?? []
  return ids === undefined ? undefined : { kind: 'direct', userIds: ids.split(',').map(Number).sort(ascending) }
}

/** The conversation of a message, as one of its readers sees it. */
export function placeOfMessage(message: Message, ownId: number): ChatPlace {
  if (message.type === 'stream') return { kind: 'topic', channelId: message.stream_id, topic: message.subject }
  const ids = message.display_recipient.map(({ id }) => id)
  return directPlace(ids, ownId)
}

/** The direct conversation of these people, who can include oneself. */
export function directPlace(userIds: readonly number[], ownId: number): ChatPlace & { readonly kind: 'direct' } {
  const others = [...new Set(userIds)].filter((id) => id !== ownId).sort(ascending)
  return { kind: 'direct', userIds: others.length === 0 ? [ownId] : others }
}

/** One person's place as another sees it: in direct messages, sender and recipient swap. */
export function turned(place: ChatPlace, from: number, to: number): ChatPlace {
  if (place.kind !== 'direct' || from === to) return place
  const isSelf = place.userIds.length === 1 && place.userIds[0] === from
  return place.userIds.includes(to) || isSelf ? directPlace(isSelf ? [] : [...place.userIds, from], to) : place
}

/** Whether one place contains another. */
export function isIn(inner: ChatPlace, outer: ChatPlace): boolean {
  if (outer.kind === 'channel') return 'channelId' in inner && inner.channelId === outer.channelId
  if (outer.kind === 'topic') {
    return inner.kind === 'topic' && inner.channelId === outer.channelId && sameTopic(inner.topic, outer.topic)
  }
  return inner.kind === 'direct' && String(inner.userIds) === String(outer.userIds)
}

/** Topics are case-insensitive. */
const sameTopic = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The narrow of a place. */
export function narrowOf(place: ChatPlace): readonly { readonly operator: string; readonly operand: unknown }[] {
  switch (place.kind) {
    case 'channel':
      return [{ operator: 'stream', operand: place.channelId }]
    case 'topic':
      return [
        { operator: 'stream', operand: place.channelId },
        { operator: 'topic', operand: place.topic },
      ]
    case 'direct':
      return [{ operator: 'pm-with', operand: place.userIds }]
  }
}

const ascending = (one: number, other: number) => one - other
