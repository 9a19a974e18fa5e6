import { directPlace, placeText } from '../place.js'
import { conversationWords, finder } from './filter.js'
import { directConversations, foldPeople, foldTopics, inFolders, isTopicMuted, unreadOf } from './order.js'
import type { SeenChannel, SeenConversation, SeenPerson, SeenTopic, View } from './view.js'

/** A line of the sidebar. */
export type Row = Line & {
  /** Of its own, and the same as long as what it shows is there. */
  readonly key: string
  readonly level: number
  /** Its place among those beside it, from 1. */
  readonly at: number
  readonly of: number
  /** Whether what is under it is shown; undefined where nothing can be. */
  readonly isOpen?: boolean | undefined
}

type Line =
  | { readonly kind: 'section'; readonly title: string; readonly count: number; readonly folderId?: number }
  | { readonly kind: 'fold'; readonly title: string }
  | ({ readonly kind: 'channel'; readonly channel: SeenChannel } & ReturnType<typeof unreadOf>)
  | {
      readonly kind: 'topic'
      readonly channel: SeenChannel
      readonly topic: SeenTopic
      readonly isMuted: boolean
      readonly where: string
    }
  | {
      readonly kind: 'direct'
      readonly conversation: SeenConversation
      readonly title: string
      readonly where: string
    }
  | {
      readonly kind: 'person'
      readonly person: SeenPerson
      readonly isYou: boolean
      readonly isMuted: boolean
      readonly where: string
    }

interface Branch {
  readonly key: string
  readonly line: Line
  /** What is under it, made only when it is open; undefined where nothing can be. */
  readonly under?: (() => readonly Branch[]) | undefined
  readonly opensItself?: boolean
}

/** How many conversations are shown at once. */
const newestConversations = 8
/** Where there are no more channels than this, their topics are shown without being asked for. */
const fewChannels = 8

/** The sidebar, line by line. `opened` says which lines the reader has opened or closed; `typed` is looked for. */
export function sidebarRows(view: View, opened: ReadonlyMap<string, boolean>, typed: string): readonly Row[] {
  const looked = typed.trim()
  const branches = looked === '' ? everything(view) : whatMatches(view, looked)
  return flat(branches, 1, (branch) => opened.get(branch.key) ?? branch.opensItself ?? false)
}

function flat(branches: readonly Branch[], level: number, isOpen: (branch: Branch) => boolean): readonly Row[] {
  return branches.flatMap((branch, index) => {
    const { key, line, under } = branch
    const open = under && isOpen(branch)
    const row: Row = { ...line, key, level, at: index + 1, of: branches.length, isOpen: open }
    return open ? [row, ...flat(under(), level + 1, isOpen)] : [row]
  })
}

function everything(view: View): readonly Branch[] {
  const subscribed = view.channels.filter(({ isSubscribed }) => isSubscribed)
  const others = view.channels.filter(({ isSubscribed }) => !isSubscribed)
  const isFew = subscribed.length <= fewChannels
  const channels = (those: readonly SeenChannel[]) => those.map((channel) => channelBranch(view, channel, isFew))
  return [
    ...inFolders(subscribed, view.folders).map(({ folder, channels: those }) =>
      section(`folder ${folder?.id ?? 0}`, folder?.name ?? 'Channels', those.length, () => channels(those), folder?.id),
    ),
    ...(others.length === 0 ? [] : [unsubscribed(view, others)]),
    ...directSection(view),
    peopleSection(view),
  ]
}

function unsubscribed(view: View, others: readonly SeenChannel[]): Branch {
  const inOrder = inFolders(others, view.folders).flatMap(({ channels }) => channels)
  const under = () => inOrder.map((channel) => channelBranch(view, channel, false))
  return { ...section('unsubscribed', 'Not subscribed', others.length, under), opensItself: false }
}

function section(key: string, title: string, count: number, under: () => readonly Branch[], folderId?: number): Branch {
  return {
    key,
    line: { kind: 'section', title, count, ...(folderId !== undefined && { folderId }) },
    under,
    opensItself: true,
  }
}

/** Lines behind one that says how many they are; none where there are none. */
function folded<One>(
  key: string,
  word: string,
  those: readonly One[],
  branchOf: (one: One) => Branch,
): readonly Branch[] {
  if (those.length === 0) return []
  return [{ key, line: { kind: 'fold', title: `${those.length} ${word}` }, under: () => those.map(branchOf) }]
}

function channelBranch(view: View, channel: SeenChannel, isFew: boolean): Branch {
  const { id, topics, areTopicsListed } = channel
  const isShown = ({ name }: SeenTopic) => view.shown.has(placeOfTopic(id, name))
  const under = () => {
    const { shown, more, muted } = foldTopics(channel, isShown)
    const branchOf = (topic: SeenTopic) => topicBranch(channel, topic)
    return [
      ...shown.map(branchOf),
      ...folded(`more ${id}`, 'more', more, branchOf),
      ...folded(`muted ${id}`, 'muted', muted, branchOf),
    ]
  }
  const isRead = [...view.shown].some((text) => text === `channel/${id}` || text.startsWith(`channel/${id}/`))
  return {
    key: `channel ${id}`,
    line: { kind: 'channel', channel, ...unreadOf(channel) },
    under: areTopicsListed && topics.length === 0 ? undefined : under,
    opensItself: isRead || (isFew && !channel.isMuted),
  }
}

function topicBranch(channel: SeenChannel, topic: SeenTopic): Branch {
  return {
    key: `topic ${channel.id} ${topic.name}`,
    line: {
      kind: 'topic',
      channel,
      topic,
      isMuted: isTopicMuted(topic, channel),
      where: placeOfTopic(channel.id, topic.name),
    },
  }
}

function directSection(view: View): readonly Branch[] {
  const conversations = directConversations(view.conversations, view.mutedUsers)
  if (conversations.length === 0) return []
  const branches = conversations.map((conversation) => directBranch(view, conversation))
  const isKept = ({ line }: Branch, at: number) =>
    at < newestConversations || (line.kind === 'direct' && (line.conversation.unread > 0 || view.shown.has(line.where)))
  const more = branches.filter((branch, at) => !isKept(branch, at))
  const under = () => [...branches.filter(isKept), ...folded('more direct', 'more', more, (branch) => branch)]
  return [section('direct', 'Direct messages', conversations.length, under)]
}

function directBranch(view: View, conversation: SeenConversation): Branch {
  const where = placeText(directPlace(conversation.userIds, view.ownId))
  return {
    key: `direct ${where}`,
    line: { kind: 'direct', conversation, title: conversationWords(view, conversation.userIds), where },
  }
}

function peopleSection(view: View): Branch {
  const { shown, muted, gone } = foldPeople([...view.people.values()], view.mutedUsers)
  const branchOf = (person: SeenPerson) => personBranch(view, person)
  return section('people', 'People', shown.length, () => [
    ...shown.map(branchOf),
    ...folded('muted people', 'muted', muted, branchOf),
    ...folded('gone people', 'deactivated', gone, branchOf),
  ])
}

function personBranch(view: View, person: SeenPerson): Branch {
  return {
    key: `person ${person.id}`,
    line: {
      kind: 'person',
      person,
      isYou: person.id === view.ownId,
      isMuted: view.mutedUsers.has(person.id),
      where: placeText(directPlace([person.id], view.ownId)),
    },
  }
}

/** All that is called what is looked for, nothing of it folded away. A channel that is found shows its topics too. */
function whatMatches(view: View, typed: string): readonly Branch[] {
  const { isFound } = finder(typed)
  const topicsFound = ({ name, topics }: SeenChannel) =>
    topics.filter(({ title }) => isFound(`${name} ${title}`)).toSorted((one, other) => other.newest - one.newest)
  const channelsFound = view.channels.filter((channel) => isFound(channel.name) || topicsFound(channel).length > 0)
  const inOrder = inFolders(channelsFound, view.folders).flatMap(({ channels }) => channels)
  const conversations = directConversations(view.conversations, view.mutedUsers)
    .map((conversation) => directBranch(view, conversation))
    .filter(({ line }) => line.kind === 'direct' && isFound(line.title))
  const people = foldPeople([...view.people.values()], view.mutedUsers)
  const peopleFound = [...people.shown, ...people.muted, ...people.gone].filter(
    ({ id, name, email }) => !view.mutedUsers.has(id) && isFound(`${name} ${email}`),
  )
  const sections: readonly (readonly [string, string, readonly Branch[]])[] = [
    ['found channels', 'Channels', inOrder.map((channel) => foundChannel(channel, topicsFound(channel)))],
    ['found direct', 'Direct messages', conversations],
    ['found people', 'People', peopleFound.map((person) => personBranch(view, person))],
  ]
  return sections.flatMap(([key, title, under]) =>
    under.length === 0 ? [] : [section(key, title, under.length, () => under)],
  )
}

function foundChannel(channel: SeenChannel, topics: readonly SeenTopic[]): Branch {
  return {
    key: `found channel ${channel.id}`,
    line: { kind: 'channel', channel, ...unreadOf(channel) },
    under: topics.length === 0 ? undefined : () => topics.map((topic) => topicBranch(channel, topic)),
    opensItself: true,
  }
}

function placeOfTopic(channelId: number, topic: string): string {
  return placeText({ kind: 'topic', channelId, topic })
}
