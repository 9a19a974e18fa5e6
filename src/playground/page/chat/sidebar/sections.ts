import { namedPerson, placeWords, topicWords } from '../names.js'
import { type ChatPlace, isIn, placeText } from '../place.js'
import type { ChatChannel, ChatState, Unread } from '../state.js'

/** A line of the sidebar. */
export interface SidebarLine {
  readonly kind: 'channel' | 'private channel' | 'topic' | 'person' | 'people' | 'bot'
  readonly place: ChatPlace
  readonly name: string
  /** Of a bot. */
  readonly standing?: BotStanding
  readonly unread: number
  readonly isMentioned: boolean
}

export interface SidebarSection {
  readonly title: string
  readonly lines: readonly SidebarLine[]
  readonly more: readonly SidebarLine[]
}

const newestTopics = 5
const newestConversations = 8
const fewPeople = 6

/** Whether a bot answers. */
export interface BotStanding {
  readonly tone: '' | 'untried' | 'good' | 'warn' | 'bad'
  readonly says: string
}

/** The sidebar of a person; `open` is the text of the place that is open. */
export function sectionsOf(
  state: ChatState,
  standingOf: (bot: number) => BotStanding,
  open?: string,
): readonly SidebarSection[] {
  const channels = [...state.channels.values()]
    .filter(({ isArchived }) => !isArchived)
    .sort((one, other) => compare(one.name, other.name))
  const conversations = conversationsOf(state)
  const isBot = (id: number) => state.people.get(id)?.is_bot === true
  const people = [...state.people.values()]
    .filter(({ is_active, isSystem }) => is_active && !isSystem)
    .sort((one, other) => compare(one.full_name, other.full_name))
    .map(({ user_id }) => user_id)
  const direct = (userIds: readonly number[]): SidebarLine => {
    const [id = 0, ...more] = userIds
    const line = lineOf(state, { kind: 'direct', userIds }, more.length > 0 ? 'people' : isBot(id) ? 'bot' : 'person')
    return line.kind === 'bot' ? { ...line, standing: standingOf(id) } : line
  }
  /** Shows some at once, and all that are unread or open. */
  const split = (lines: readonly SidebarLine[], count: number): Pick<SidebarSection, 'lines' | 'more'> => {
    const isAtOnce = (line: SidebarLine, at: number) => at < count || line.unread > 0 || placeText(line.place) === open
    return { lines: lines.filter(isAtOnce), more: lines.filter((line, at) => !isAtOnce(line, at)) }
  }
  const bots = people.filter(isBot).map((id) => direct([id]))
  const others = people.filter((id) => !isBot(id)).map((id) => direct([id]))
  const sections: readonly SidebarSection[] = [
    {
      title: 'Channels',
      lines: channels
        .filter(({ isSubscribed }) => isSubscribed)
        .flatMap((channel) => channelLines(state, channel, split)),
      more: channels.filter(({ isSubscribed }) => !isSubscribed).map((channel) => channelLine(state, channel)),
    },
    {
      title: 'Direct messages',
      ...split(conversations.map(direct), newestConversations),
    },
    { title: 'Bots', ...split(bots, 15) },
    { title: 'People', ...split(others, fewPeople) },
  ]
  return sections.filter(({ lines, more }) => lines.length + more.length > 0)
}

const channelLine = (state: ChatState, { id, isPrivate }: ChatChannel): SidebarLine => ({
  ...lineOf(state, { kind: 'channel', channelId: id }, isPrivate ? 'private channel' : 'channel'),
  name: state.channels.get(id)?.name ?? '',
})

/** A channel with its newest and unread topics. */
function channelLines(
  state: ChatState,
  channel: ChatChannel,
  split: (lines: readonly SidebarLine[], count: number) => Pick<SidebarSection, 'lines'>,
): readonly SidebarLine[] {
  const { id: channelId } = channel
  const unread = [...state.unread].flatMap(([id, { place }]) =>
    place.kind === 'topic' && place.channelId === channelId ? [[place.topic, id] as const] : [],
  )
  const newest = new Map<string, readonly [topic: string, id: number]>()
  for (const [topic, id] of [...(state.topics.get(channelId) ?? []), ...unread]) {
    const known = newest.get(topic.toLowerCase())
    newest.set(topic.toLowerCase(), [known?.[0] ?? topic, Math.max(id, known?.[1] ?? 0)])
  }
  const topics = [...newest.values()]
    .sort(([, one], [, other]) => other - one)
    .map(([topic]) => ({
      ...lineOf(state, { kind: 'topic', channelId, topic }, 'topic'),
      name: topicWords(state, topic),
    }))
  return [channelLine(state, channel), ...split(topics, newestTopics).lines]
}

/** The other people of each known or unread direct conversation, newest first. */
function conversationsOf({ conversations, unread }: ChatState): readonly (readonly number[])[] {
  const newest = new Map([...conversations].map(([key, { userIds, newest: id }]) => [key, { userIds, id }]))
  for (const [id, { place }] of unread) {
    if (place.kind !== 'direct') continue
    const key = placeText(place)
    newest.set(key, { userIds: place.userIds, id: Math.max(id, newest.get(key)?.id ?? 0) })
  }
  return [...newest.values()].sort((one, other) => other.id - one.id).map(({ userIds }) => userIds)
}

function lineOf(state: ChatState, place: ChatPlace, kind: SidebarLine['kind']): SidebarLine {
  const own: Unread[] = [...state.unread.values()].filter((one) => isIn(one.place, place))
  const name = place.kind === 'direct' ? directName(state, place.userIds) : placeWords(state, place).title
  return { kind, place, name, unread: own.length, isMentioned: own.some(({ isMentioned }) => isMentioned) }
}

function directName(state: ChatState, userIds: readonly number[]): string {
  const names = userIds.map((id) => namedPerson(state, id).name).join(', ')
  return userIds.length === 1 && userIds[0] === state.ownId ? `${names} (you)` : names
}

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
