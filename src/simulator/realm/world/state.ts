import type { GroupSetting, Notification } from '../../../protocol/index.js'
import type { SeedEmailVisibility } from '../seed/seed.js'

/**
 * The state of an organisation: tables of plain records by ID, without rules. Times are UNIX seconds unless a comment
 * says otherwise.
 */
export interface State {
  readonly realm: { name: string; description: string; readonly subdomain: string; readonly id: number }
  readonly accounts: Map<number, Account>
  /** By real address in lower case. */
  readonly accountsByEmail: Map<string, Account>
  readonly channels: Map<number, StoredChannel>
  /** IDs of the channels that new users are subscribed to. */
  readonly defaultChannels: Set<number>
  readonly folders: Map<number, Folder>
  readonly groups: Map<number, Group>
  /** Settings whose value is a group, or users and groups. */
  readonly groupSettings: Map<string, GroupSetting>
  /** Other settings that differ from their defaults, by name. */
  readonly realmSettings: Map<string, unknown>
  readonly invitations: Map<number, StoredInvitation>
  /** In order. */
  linkifiers: readonly StoredLinkifier[]
  readonly emoji: Map<number, StoredEmoji>
  /** In order. */
  profileFields: readonly StoredProfileField[]
  readonly uploads: Map<number, Upload>
  readonly uploadsByPath: Map<string, Upload>
  /** Files with a temporary public address, by the token in it. */
  readonly temporaryFiles: Map<string, { readonly uploadId: number; readonly until: number }>
  /** In the order of their IDs. */
  readonly messages: Map<number, StoredMessage>
  /** By `conversationKey`. */
  readonly conversations: Map<string, Conversation>
  readonly scheduled: Map<number, Scheduled>
  readonly drafts: Map<number, StoredDraft>
  readonly snippets: Map<number, Snippet>
  /** Oldest first. */
  readonly mails: Mail[]

  /** The account that speaks for the server. */
  readonly notificationBotId: number
  level: number
  /** By kind and ID, in the order in which they were set. */
  readonly timers: Map<string, Timer>
  /** The highest ID used so far, by table. */
  readonly last: Record<Counter, number>
}

export type Counter =
  | 'account'
  | 'channel'
  | 'group'
  | 'invitation'
  | 'upload'
  | 'message'
  | 'submessage'
  | 'folder'
  | 'linkifier'
  | 'emoji'
  | 'profileField'
  | 'recipient'
  | 'scheduled'
  | 'draft'
  | 'snippet'
  | 'event'

export interface Account {
  readonly id: number
  fullName: string
  /** The real address. */
  email: string
  emailVisibility: SeedEmailVisibility
  /** One of `roles`. */
  role: number
  /** One of `botTypes`; null for people. */
  readonly botType: number | null
  ownerId: number | null
  /** Belongs to the server, not to the organisation. */
  readonly isSystem: boolean
  timezone: string
  isActive: boolean
  isImportedStub: boolean
  isDeleted: boolean
  /** The permission `can_create_users`, which only the server's operators grant. */
  readonly mayCreateUsers: boolean
  /** Path of an uploaded picture. */
  avatar: string | undefined
  avatarVersion: number
  readonly created: number
  firstLogin: number | undefined
  apiKey: string
  /** For bots that the server calls. */
  webhook:
    | {
        readonly url: string | undefined
        readonly token: string
        /** The previous token. */
        readonly tokenBefore?: string | undefined
      }
    | undefined
  /** Values by profile-field ID. */
  readonly profile: Map<number, string>
  /** Settings that differ from their defaults. */
  readonly settings: Map<string, unknown>
  /** In the order in which they were added. */
  alertWords: readonly string[]
  status: Status | undefined
  presence: Presence | undefined
  /** When each user was muted, by user ID. */
  readonly muted: Map<number, number>
  readonly mutedBy: Set<number>
  /** Flags that the account has set, by message ID; `read` is kept with the message. */
  readonly flagged: Map<number, readonly string[]>
  /** A bot's storage, by key. */
  readonly storage: Map<string, string>
  /** By `topicKey`. */
  readonly topicPolicies: Map<string, TopicPolicy>
  /** IDs of channels. */
  readonly mutedChannels: Set<number>
  /** Other channel settings of the account, by channel ID. */
  readonly channelSettings: Map<number, Readonly<Record<string, boolean | string>>>
  readonly recipientId: number
  /** The last notification that was posted to this bot. */
  latestNotification: Notification | undefined
  /** When the owner was last told that a message of this bot reached nobody. */
  ownerAlerted: number | undefined
}

export interface Emoji {
  readonly name: string
  readonly code: string
  readonly type: string
}

export interface Status {
  readonly text: string
  readonly emoji: Emoji | undefined
}

/** Times are UNIX milliseconds. */
export interface Presence {
  readonly active: number
  readonly connected: number
  readonly client: string
  /** By client, where several have reported. */
  readonly clients?: Readonly<Record<string, { readonly active: number; readonly connected: number }>>
}

export interface TopicPolicy {
  readonly channelId: number
  readonly topic: string
  readonly policy: number
  readonly updated: number
}

export interface StoredChannel {
  readonly id: number
  name: string
  description: string
  folderId: number | null
  isPrivate: boolean
  /** Of a private channel: new subscribers see earlier messages. Those of a public one always do. */
  sharesHistory?: boolean
  isArchived: boolean
  readonly creatorId: number | null
  readonly created: number
  /** Sorted IDs. Replaced, never modified: messages keep the list as their receivers. */
  subscribers: readonly number[]
  /** The subscribers who get copies of messages, at a level; found anew when any of this changes. */
  receiving?:
    | { readonly of: readonly number[]; readonly level: number; readonly receivers: readonly number[] }
    | undefined
  readonly recipientId: number
  /** Settings whose value is a group, or users and groups. */
  readonly groupSettings: Map<string, GroupSetting>
}

export interface StoredInvitation {
  readonly id: number
  readonly invitedBy: number
  readonly invited: number
  /** Undefined: never expires. */
  readonly expires: number | undefined
  /** One of `roles`. */
  readonly invitedAs: number
  readonly by:
    | { readonly kind: 'mail'; readonly email: string; readonly tellsInviter: boolean }
    | { readonly kind: 'link'; readonly url: string; isRevoked: boolean }
}

export interface Folder {
  readonly id: number
  name: string
  description: string
  order: number
  isArchived: boolean
  readonly creatorId: number | null
  readonly created: number | null
}

export interface Group {
  readonly id: number
  name: string
  description: string
  /** Direct members; empty for a system group, whose members follow from the users' roles. */
  readonly members: Set<number>
  readonly subgroups: Set<number>
  deactivated: boolean
  /** The roles of a system group's direct members; undefined for other groups. */
  readonly roles: readonly number[] | undefined
  readonly creatorId: number | null
  readonly created: number | null
  /** Settings whose value is a group, or users and groups. */
  readonly groupSettings: Map<string, GroupSetting>
}

export interface StoredLinkifier {
  readonly id: number
  readonly pattern: string
  readonly urlTemplate: string
  readonly exampleInput: string | null
  readonly reverseTemplate: string | null
  readonly alternativeUrlTemplates: readonly string[]
}

export interface StoredEmoji {
  readonly id: number
  readonly name: string
  readonly authorId: number | null
  readonly animated: boolean
  /** The uploaded picture; undefined for an emoji of the seed. */
  readonly picture?: Blob
  deactivated: boolean
}

export interface StoredProfileField {
  readonly id: number
  readonly name: string
  readonly hint: string
  readonly type: number
  readonly fieldData: string
  /** (default: false) */
  readonly inSummary?: boolean
  readonly required?: boolean
  /** (default: true) */
  readonly editableByUser?: boolean
}

export interface Upload {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  /** The address without `/user_uploads/`. */
  readonly pathId: string
  readonly file: Blob
  readonly created: number
  /** Messages that link to it. */
  readonly messageIds: Set<number>
}

export type Place = ChannelPlace | DirectPlace
export interface ChannelPlace {
  readonly kind: 'channel'
  readonly channelId: number
  readonly topic: string
}
export interface DirectPlace {
  readonly kind: 'direct'
  /** Everyone in the conversation, including the sender; sorted. */
  readonly userIds: readonly number[]
}

export interface Conversation {
  readonly userIds: readonly number[]
  readonly recipientId: number
}

export interface Mentions {
  readonly users: readonly number[]
  readonly groups: readonly number[]
  readonly channelWildcard: boolean
  readonly topicWildcard: boolean
}

export interface StoredMessage {
  readonly id: number
  readonly senderId: number
  readonly client: string
  content: string
  rendered: string
  readonly sent: number
  place: Place
  mentions: Mentions
  /** Receivers with an alert word in it. */
  alerted: readonly number[]
  /** The accounts that got a copy of it as subscribers or participants: sorted IDs, a list that messages share. */
  receivers: readonly number[]
  /** Generic bots that got a copy only because it mentioned them. */
  mentionedBots?: readonly number[]
  /** Accounts that made a copy later, by a reaction or a flag. It counts as read at first. */
  historicalCopies?: readonly number[]
  /** Accounts that have read their copy. */
  readers: readonly number[]
  /** Bots that it was posted to. */
  triggered: readonly { readonly botId: number; readonly trigger: string }[]
  reactions: readonly { readonly emoji: Emoji; readonly userId: number }[]
  submessages: readonly {
    readonly id: number
    readonly senderId: number
    readonly type: string
    readonly content: string
  }[]
  /** Newest first. */
  edits: readonly Edit[]
  contentEdited: number | undefined
  moved: number | undefined
  /** IDs of the uploads that it links to. */
  uploads: readonly number[]
}

export interface Edit {
  readonly userId: number
  readonly time: number
  readonly content?: { readonly before: string; readonly renderedBefore: string }
  readonly topic?: { readonly before: string; readonly after: string }
  readonly channel?: { readonly before: number; readonly after: number }
}

export interface Scheduled {
  readonly id: number
  readonly senderId: number
  /** For a direct message, the users that it was addressed to. */
  place: Place
  content: string
  rendered: string
  due: number
  state: 'pending' | 'failed' | 'sent'
  client: string
  readBySender: boolean
}

export interface StoredDraft {
  readonly id: number
  readonly ownerId: number
  /** For a direct message, the users that it was addressed to. Undefined while it has no recipients. */
  readonly place: Place | undefined
  readonly content: string
  readonly changed: number
}

export interface Snippet {
  readonly id: number
  readonly ownerId: number
  readonly title: string
  readonly content: string
  readonly created: number
}

/** A mail about the deactivation of an account. */
export interface Mail {
  readonly to: string
  /** UNIX seconds. */
  readonly sent: number
  /** The administrator's comment; can be empty. */
  readonly comment: string
}

/** An action that is due at a time. Plain data, so that it can be saved. */
export interface Timer {
  readonly kind: TimerKind
  /** The scheduled message or upload. There is at most one timer of a kind for each ID. */
  readonly id: number
  /** UNIX milliseconds. */
  readonly due: number
}

export type TimerKind = 'scheduled message' | 'unused upload'

/** Topics that differ only in case are the same topic. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId}:${topic.toLowerCase()}`
}

export function conversationKey(userIds: readonly number[]): string {
  return userIds.join(',')
}
