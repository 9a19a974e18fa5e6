import type { Presence } from '../../../presence.js'

/** What the sidebar shows of the organisation, as one of its people sees it. */
export interface View {
  readonly ownId: number
  /** By ID. */
  readonly people: ReadonlyMap<number, SeenPerson>
  /** Those that the person may see, archived ones left out. */
  readonly channels: readonly SeenChannel[]
  readonly folders: readonly SeenFolder[]
  /** In any order. */
  readonly conversations: readonly SeenConversation[]
  readonly mutedUsers: ReadonlySet<number>
  /** What is shown in a column of the person now, as `channel/3/lunch` or `dm/8`. */
  readonly shown: ReadonlySet<string>
}

export interface SeenPerson {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isBot: boolean
  /** A bot that the server posts to, somewhere. */
  readonly isConnected: boolean
  readonly isActive: boolean
  readonly isDeleted: boolean
  /** Of the server itself: in conversations, but not among people. */
  readonly isSystem: boolean
  /** Bots have none, nor does who never reported any. */
  readonly presence: Presence
}

export interface SeenChannel {
  readonly id: number
  readonly name: string
  readonly folderId: number | null
  readonly isSubscribed: boolean
  readonly isMuted: boolean
  readonly isPrivate: boolean
  /** In any order: those that are known of. */
  readonly topics: readonly SeenTopic[]
  /** Whether the topics are all that there are, and not only those with something unread. */
  readonly areTopicsListed: boolean
}

export interface SeenTopic {
  readonly name: string
  /** What it is called where it has no name. */
  readonly title: string
  /** The newest message in it. */
  readonly newest: number
  readonly policy: Policy
  readonly unread: number
  readonly isMentioned: boolean
}

/** What the person wants to know of a topic; `neutral` leaves it to the channel. */
export type Policy = 'neutral' | 'muted' | 'unmuted' | 'followed'

export interface SeenFolder {
  readonly id: number
  readonly name: string
  /** Lower comes first. */
  readonly order: number
  readonly isArchived: boolean
}

export interface SeenConversation {
  /** The others in it; oneself alone for what one writes to oneself. */
  readonly userIds: readonly number[]
  /** The newest message in it. */
  readonly newest: number
  readonly unread: number
}
