import type { Presence } from '../../../presence.js'
import type { SeenChannel, SeenConversation, SeenFolder, SeenPerson, SeenTopic } from './view.js'

/** The order of everything in the sidebar, and what of it is folded away. */

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export interface FolderOfChannels {
  /** Undefined for channels that are in no folder. */
  readonly folder: SeenFolder | undefined
  readonly channels: readonly SeenChannel[]
}

/** Channels by folder, folders in their order, and those in no folder last. A folder without any is left out. */
export function inFolders(channels: readonly SeenChannel[], folders: readonly SeenFolder[]): FolderOfChannels[] {
  const there = folders.filter(({ isArchived }) => !isArchived)
  const byId = new Map<number | null, SeenFolder>(there.map((folder) => [folder.id, folder]))
  const ordered = there.toSorted((one, other) => one.order - other.order || one.id - other.id)
  return [...ordered, undefined].flatMap((folder) => {
    const inIt = channels.filter((channel) => byId.get(channel.folderId) === folder)
    return inIt.length === 0 ? [] : [{ folder, channels: inIt.toSorted(byMuteAndName) }]
  })
}

/** Muted channels come last. */
function byMuteAndName(one: SeenChannel, other: SeenChannel): number {
  return Number(one.isMuted) - Number(other.isMuted) || compare(one.name, other.name)
}

/** Whether a topic is hidden: muted itself, or in a muted channel and neither unmuted nor followed. @see spec 3 */
export function isTopicMuted({ policy }: SeenTopic, channel: Pick<SeenChannel, 'isMuted'>): boolean {
  return policy === 'muted' || (policy === 'neutral' && channel.isMuted)
}

export interface FoldedTopics {
  readonly shown: readonly SeenTopic[]
  /** Older ones, which nothing speaks for showing at once. */
  readonly more: readonly SeenTopic[]
  readonly muted: readonly SeenTopic[]
}

/** How many of the newest topics are shown at once. */
const newestTopics = 5

/**
 * The topics of a channel, newest first: the newest few and those that are followed, mention the person or are being
 * read; then the others, and the muted ones by themselves, except where one of them is being read.
 */
export function foldTopics(channel: SeenChannel, isShown: (topic: SeenTopic) => boolean): FoldedTopics {
  const newestFirst = channel.topics.toSorted((one, other) => other.newest - one.newest)
  const isHidden = (topic: SeenTopic) => isTopicMuted(topic, channel) && !isShown(topic) && !topic.isMentioned
  const unmuted = newestFirst.filter((topic) => !isHidden(topic))
  const newest = new Set(unmuted.slice(0, newestTopics))
  const isAtOnce = (topic: SeenTopic) =>
    newest.has(topic) || topic.policy === 'followed' || topic.isMentioned || isShown(topic)
  return {
    shown: unmuted.filter(isAtOnce),
    more: unmuted.filter((topic) => !isAtOnce(topic)),
    muted: newestFirst.filter(isHidden),
  }
}

/** How much is unread in what a channel shows: muted topics do not count. */
export function unreadOf(channel: SeenChannel): { readonly unread: number; readonly isMentioned: boolean } {
  const heard = channel.topics.filter((topic) => !isTopicMuted(topic, channel))
  return {
    unread: heard.reduce((sum, { unread }) => sum + unread, 0),
    isMentioned: channel.topics.some(({ isMentioned }) => isMentioned),
  }
}

/** Conversations, the newest first; none with a single person who is muted. @see spec 4.12 */
export function directConversations(
  conversations: readonly SeenConversation[],
  mutedUsers: ReadonlySet<number>,
): SeenConversation[] {
  return conversations
    .filter(({ userIds: [first, ...rest] }) => rest.length > 0 || first === undefined || !mutedUsers.has(first))
    .toSorted((one, other) => other.newest - one.newest)
}

export interface FoldedPeople {
  readonly shown: readonly SeenPerson[]
  /** Left out of who is there. @see spec 4.12 */
  readonly muted: readonly SeenPerson[]
  /** Deactivated, the deleted ones among them. */
  readonly gone: readonly SeenPerson[]
}

/** Bots that are connected, then people by presence, then other bots; muted and deactivated ones by themselves. */
export function foldPeople(people: readonly SeenPerson[], mutedUsers: ReadonlySet<number>): FoldedPeople {
  const ordered = people
    .filter(({ isSystem }) => !isSystem)
    .toSorted((one, other) => rank(one) - rank(other) || compare(one.name, other.name) || one.id - other.id)
  const here = ordered.filter(({ isActive }) => isActive)
  return {
    shown: here.filter(({ id }) => !mutedUsers.has(id)),
    muted: here.filter(({ id }) => mutedUsers.has(id)),
    gone: ordered.filter(({ isActive }) => !isActive),
  }
}

const presenceRanks: Readonly<Record<Presence, number>> = { active: 1, idle: 2, offline: 3 }

function rank({ isBot, isConnected, isActive, isDeleted, presence }: SeenPerson): number {
  if (!isActive) return isDeleted ? 6 : 5
  if (!isBot) return presenceRanks[presence]
  return isConnected ? 0 : 4
}
