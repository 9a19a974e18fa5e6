import type { Organisation } from '../../../organisation.js'
import type { Place } from './place.js'
import type { ChatState } from './state.js'

/** As whom somebody begins who opens the page: the first member, or else the first who is not a guest. */
export function firstPerson({ users }: Organisation): number | undefined {
  const people = users.filter(({ is_active, role }) => is_active && role !== 'guest')
  return (people.find(({ role }) => role === 'member') ?? people[0] ?? users[0])?.user_id
}

/** Where somebody begins: in the channel with the most bots in it, of several the oldest. */
export function firstPlace({ channels, people, unread }: ChatState): Place {
  const open = [...channels.values()].filter(({ isSubscribed, isArchived, isMuted }) => {
    return isSubscribed && !isArchived && !isMuted
  })
  const botsIn = (subscribers: ReadonlySet<number>) => [...subscribers].filter((id) => people.get(id)?.is_bot).length
  const unreadIn = (channelId: number) =>
    [...unread.values()].filter(({ place }) => 'channelId' in place && place.channelId === channelId).length
  const [first] = open.sort(
    (one, other) =>
      botsIn(other.subscribers) - botsIn(one.subscribers) || unreadIn(other.id) - unreadIn(one.id) || one.id - other.id,
  )
  return first === undefined ? { kind: 'all' } : { kind: 'channel', channelId: first.id }
}
