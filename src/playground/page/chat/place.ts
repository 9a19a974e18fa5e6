import type { Message } from '../../../protocol/index.js'

/** A conversation, or those of a channel, that a column shows. */
export type Place =
  | { readonly kind: 'channel'; readonly channelId: number }
  /** The empty topic is one too. */
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  /** The others in it, lowest first; oneself alone for what one writes to oneself. */
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

/** A place in the page's address: `channel/3`, `channel/3/lunch`, `dm/8,10`. */
export function placeText(place: Place): string {
  switch (place.kind) {
    case 'channel':
      return `channel/${place.channelId}`
    case 'topic':
      return `channel/${place.channelId}/${place.topic}`
    case 'direct':
      return `dm/${place.userIds.join(',')}`
  }
}

/** A place that is written so; undefined where it is none. */
export function readPlace(text: string): Place | undefined {
  const [, id, topic] = /^channel\/(\d+)(?:\/(.*))?$/s.exec(text) ?? []
  if (id !== undefined) {
    const channelId = Number(id)
    return topic === undefined ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic }
  }
  const [, ids] = /^dm\/(\d+(?:,\d+)*)$/.exec(text) ?? []
  return ids === undefined ? undefined : { kind: 'direct', userIds: ids.split(',').map(Number).sort(ascending) }
}

/** The conversation of a message, as one of those who read it sees it. */
export function placeOfMessage(message: Message, ownId: number): Place {
  if (message.type === 'stream') return { kind: 'topic', channelId: message.stream_id, topic: message.subject }
  return directPlace(
    message.display_recipient.map(({ id }) => id),
    ownId,
  )
}

/** The direct conversation of these people, among whom one may be oneself. */
export function directPlace(userIds: readonly number[], ownId: number): Place & { readonly kind: 'direct' } {
  const others = [...new Set(userIds)].filter((id) => id !== ownId).sort(ascending)
  return { kind: 'direct', userIds: others.length === 0 ? [ownId] : others }
}

/** A place of one person as another sees it: what one writes to another, the other reads from the first. */
export function turned(place: Place, from: number, to: number): Place {
  if (place.kind !== 'direct' || from === to) return place
  const isSelf = place.userIds.length === 1 && place.userIds[0] === from
  return place.userIds.includes(to) || isSelf ? directPlace(isSelf ? [] : [...place.userIds, from], to) : place
}

/** Whether what is in one place is shown in the other too. */
export function isIn(inner: Place, outer: Place): boolean {
  if (outer.kind === 'channel') return 'channelId' in inner && inner.channelId === outer.channelId
  if (outer.kind === 'topic') {
    return inner.kind === 'topic' && inner.channelId === outer.channelId && sameTopic(inner.topic, outer.topic)
  }
  return inner.kind === 'direct' && String(inner.userIds) === String(outer.userIds)
}

/** Topics are told apart without regard to case. @see spec 2.4 */
export function sameTopic(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** How the service is asked for the messages of a place. */
export function narrowOf(place: Place): readonly { readonly operator: string; readonly operand: unknown }[] {
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
