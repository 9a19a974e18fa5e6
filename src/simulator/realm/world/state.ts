import type {
  ChannelFolder,
  Edit,
  GroupSetting,
  Invitation,
  Linkifier,
  Notification,
  Playground,
  ProfileField,
  Reaction,
  Submessage,
} from '../../../protocol/index.js'
import type { ImageFacts } from '../../base/pictures.js'
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
  linkifiers: readonly Linkifier[]
  playgrounds: readonly StoredPlayground[]
  /** By name. */
  readonly domains: Map<string, StoredDomain>
  readonly exports: Map<number, StoredExport>
  /** The settings of new accounts that differ from their defaults. */
  readonly userDefaults: Map<string, unknown>
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
  | 'playground'
  | 'domain'
  | 'export'
  | 'emoji'
  | 'profileField'
  | 'recipient'
  | 'scheduled'
  | 'draft'
  | 'snippet'
  | 'event'

export interface Account {
  readonly id: number
  full_name: string
  /** The real address. */
  email: string
  email_visibility: SeedEmailVisibility
  /** One of `roles`. */
  role: number
  /** One of `botTypes`; null for people. */
  readonly bot_type: number | null
  owner_id: number | null
  /** Belongs to the server, not to the organisation. */
  readonly is_system_bot: boolean
  timezone: string
  is_active: boolean
  is_imported_stub: boolean
  is_deleted: boolean
  /** The permission `can_create_users`, which only the server's operators grant. */
  readonly can_create_users: boolean
  /** Path of an uploaded picture. */
  avatar: string | undefined
  /** The picture itself, unless the seed names it. */
  picture?: Blob | undefined
  avatar_version: number
  readonly created: number
  firstLogin: number | undefined
  api_key: string
  /** Of a person who has set one. */
  password?: string
  /** For bots that the server calls. */
  webhook:
    | {
        readonly url: string | undefined
        readonly token: string
        /** The previous token. */
        readonly tokenBefore?: string | undefined
        /** Messages are posted in Slack's format. */
        readonly isSlack: boolean
      }
    | undefined
  /** Values by profile-field ID. */
  readonly profile: Map<number, string>
  /** Settings that differ from their defaults. */
  readonly settings: Map<string, unknown>
  /** In the order in which they were added. */
  alert_words: readonly string[]
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
  readonly recipient_id: number
  /** The last notification that was posted to this bot. */
  latestNotification: Notification | undefined
  /** When the owner was last told that a message of this bot reached nobody. */
  ownerAlerted: number | undefined
}

export type Emoji = Omit<Reaction, 'user_id'>

/** Without the fields that aren't set. */
export interface Status extends Partial<Emoji> {
  readonly status_text?: string
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
  readonly stream_id: number
  readonly topic_name: string
  readonly visibility_policy: number
  readonly last_updated: number
}

export interface StoredChannel {
  readonly id: number
  name: string
  description: string
  folder_id: number | null
  invite_only: boolean
  /** Of a private channel: new subscribers see earlier messages. Those of a public one always do. */
  shared_history?: boolean
  is_archived: boolean
  /** -1 for ever; null as the organisation's. */
  message_retention_days?: number | null
  readonly creator_id: number | null
  readonly date_created: number
  /** Sorted IDs. Replaced, never modified: messages keep the list as their receivers. */
  subscribers: readonly number[]
  /** The subscribers who get copies of messages, at a level; found anew when any of this changes. */
  receiving?:
    | { readonly of: readonly number[]; readonly level: number; readonly receivers: readonly number[] }
    | undefined
  readonly recipient_id: number
  /** Settings whose value is a group, or users and groups. */
  readonly groupSettings: Map<string, GroupSetting>
}

export interface StoredInvitation extends Invitation {
  /** Of a link. */
  isRevoked?: true
}

export type Folder = Omit<ChannelFolder, 'rendered_description'>

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
  readonly creator_id: number | null
  readonly date_created: number | null
  /** Settings whose value is a group, or users and groups. */
  readonly groupSettings: Map<string, GroupSetting>
}

export interface StoredEmoji {
  readonly id: number
  readonly name: string
  readonly author_id: number | null
  readonly animated: boolean
  /** The uploaded picture; undefined for an emoji of the seed. */
  readonly picture?: Blob
  deactivated: boolean
}

export type StoredProfileField = Omit<ProfileField, 'order'>

export interface StoredPlayground extends Omit<Playground, 'url_prefix'> {
  readonly url_template: string
}

export interface StoredDomain {
  readonly id: number
  readonly domain: string
  allow_subdomains: boolean
}

export interface StoredExport {
  readonly id: number
  readonly acting_user_id: number
  readonly export_time: number
  readonly export_type: number
  /** Where it can be downloaded; undefined until it is ready, and once it is deleted. */
  path?: string | undefined
  deleted_timestamp?: number
}

export interface Upload {
  readonly id: number
  readonly owner_id: number
  readonly name: string
  /** The address without `/user_uploads/`. */
  readonly path_id: string
  readonly file: Blob
  readonly created: number
  /** Of an image that thumbnails are made of. */
  readonly image?: ImageFacts | undefined
  /** Messages that link to it. */
  readonly messageIds: Set<number>
}

export type Place = ChannelPlace | DirectPlace
export interface ChannelPlace {
  readonly kind: 'channel'
  readonly stream_id: number
  readonly topic: string
}
export interface DirectPlace {
  readonly kind: 'direct'
  /** Everyone in the conversation, including the sender; sorted. */
  readonly user_ids: readonly number[]
}

export interface Conversation {
  readonly user_ids: readonly number[]
  readonly recipient_id: number
}

export interface Mentions {
  readonly users: readonly number[]
  readonly groups: readonly number[]
  readonly channelWildcard: boolean
  readonly topicWildcard: boolean
}

export interface StoredMessage {
  readonly id: number
  readonly sender_id: number
  readonly client: string
  content: string
  rendered_content: string
  readonly timestamp: number
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
  reactions: readonly Reaction[]
  submessages: readonly Submessage[]
  /** Newest first. */
  edit_history: readonly Edit[]
  last_edit_timestamp: number | undefined
  last_moved_timestamp: number | undefined
  /** IDs of the uploads that it links to. */
  uploads: readonly number[]
}

export interface Scheduled {
  readonly id: number
  readonly sender_id: number
  /** For a direct message, the users that it was addressed to. */
  place: Place
  content: string
  rendered_content: string
  scheduled_delivery_timestamp: number
  state: 'pending' | 'failed' | 'sent'
  client: string
  read_by_sender: boolean
  /** The message that it is a reminder of; undefined for a scheduled message. */
  readonly target?: number
  readonly note?: string
}

export interface StoredDraft {
  readonly id: number
  readonly owner_id: number
  readonly type: 'stream' | 'private' | ''
  /** A channel, or users: without the owner, unless there is no one else. Empty while it has no recipients. */
  readonly to: readonly number[]
  readonly topic: string
  readonly content: string
  /** UNIX seconds, with fractions. */
  readonly timestamp: number
}

export interface Snippet {
  readonly id: number
  readonly owner_id: number
  readonly title: string
  readonly content: string
  readonly date_created: number
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

export type TimerKind = 'export' | 'scheduled message' | 'thumbnail' | 'unused upload'

/** Topics that differ only in case are the same topic. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId}:${topic.toLowerCase()}`
}

export function conversationKey(userIds: readonly number[]): string {
  return userIds.join(',')
}
