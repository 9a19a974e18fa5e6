import { presenceOf } from '../../../presence.js'
import { placeText } from '../place.js'
import { type Channel, type ChatState, type Person, policyOf, topicKey, type Unread } from '../state.js'
import type { SeenChannel, SeenPerson, SeenTopic, View } from './view.js'

/** What there is beside what the service told the person. */
export interface Beside {
  /** UNIX seconds, by the simulator's clock. */
  readonly now: number
  /** IDs of the bots that the server posts to, somewhere. */
  readonly connected: ReadonlySet<number>
  /** What the person's columns show, by `placeText`. */
  readonly shown: ReadonlySet<string>
}

/** What the sidebar shows of one person's state. */
export function viewOf(state: ChatState, { now, connected, shown }: Beside): View {
  const unread = unreadByPlace(state.unread)
  return {
    ownId: state.ownId,
    people: new Map([...state.people].map(([id, person]) => [id, seenPerson(state, person, now, connected)])),
    channels: [...state.channels.values()]
      .filter(({ isArchived }) => !isArchived)
      .map((channel) => seenChannel(state, channel, unread)),
    folders: [...state.folders.values()].map(({ id, name, order, is_archived }) => ({
      ...{ id, name, order },
      isArchived: is_archived,
    })),
    conversations: [...state.conversations].map(([text, { userIds, newest }]) => ({
      ...{ userIds, newest },
      unread: unread.direct.get(text)?.count ?? 0,
    })),
    mutedUsers: state.mutedUsers,
    shown,
  }
}

function seenPerson(state: ChatState, person: Person, now: number, connected: ReadonlySet<number>): SeenPerson {
  const { user_id: id, full_name: name, email, delivery_email, is_bot, is_active, is_deleted, isSystem } = person
  return {
    id,
    name,
    email: delivery_email ?? email,
    isBot: is_bot,
    isConnected: connected.has(id),
    isActive: is_active,
    isDeleted: is_deleted === true,
    isSystem,
    presence: presenceOf(state.presences.get(id), now, state.limits.offlineAfter),
  }
}

interface Count {
  /** As the first of the messages has it. */
  readonly topic: string
  readonly count: number
  readonly newest: number
  readonly isMentioned: boolean
}

type Counts = ReadonlyMap<string, Count>

interface UnreadByPlace {
  /** By channel, and then by `topicKey`. */
  readonly channels: ReadonlyMap<number, Counts>
  /** By `placeText`. */
  readonly direct: Counts
}

function unreadByPlace(unread: ReadonlyMap<number, Unread>): UnreadByPlace {
  const channels = new Map<number, Map<string, Count>>()
  const direct = new Map<string, Count>()
  const add = (counts: Map<string, Count>, key: string, topic: string, id: number, isMentioned: boolean) => {
    const known = counts.get(key)
    counts.set(key, {
      topic: known?.topic ?? topic,
      count: (known?.count ?? 0) + 1,
      newest: Math.max(known?.newest ?? 0, id),
      isMentioned: isMentioned || known?.isMentioned === true,
    })
  }
  for (const [id, { place, isMentioned }] of unread) {
    if (place.kind === 'direct') add(direct, placeText(place), '', id, isMentioned)
    if (place.kind !== 'topic') continue
    const counts = channels.get(place.channelId) ?? new Map<string, Count>()
    channels.set(place.channelId, counts)
    add(counts, topicKey(place.channelId, place.topic), place.topic, id, isMentioned)
  }
  return { channels, direct }
}

function seenChannel(state: ChatState, channel: Channel, unread: UnreadByPlace): SeenChannel {
  const { id, name, folderId, isSubscribed, isMuted, isPrivate } = channel
  const listed = state.topics.get(id)
  const counts = unread.channels.get(id) ?? new Map<string, Count>()
  const isListed = new Set([...(listed?.keys() ?? [])].map((topic) => topicKey(id, topic)))
  const unlisted = [...counts].filter(([key]) => !isListed.has(key)).map(([, { topic, newest }]) => [topic, newest])
  const seenTopic = (topic: string, newest: number): SeenTopic => {
    const count = counts.get(topicKey(id, topic))
    return {
      name: topic,
      title: topic === '' ? state.limits.emptyTopic : topic,
      newest,
      policy: policyOf(state, id, topic),
      unread: count?.count ?? 0,
      isMentioned: count?.isMentioned ?? false,
    }
  }
  return {
    ...{ id, name, folderId, isSubscribed, isMuted, isPrivate },
    topics: ([...(listed ?? []), ...unlisted] as [string, number][]).map(([topic, newest]) => seenTopic(topic, newest)),
    areTopicsListed: listed !== undefined,
  }
}
