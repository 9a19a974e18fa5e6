import type {
  AlertWords,
  Attachments,
  BotStorage,
  Bots,
  Calls,
  ChannelFolders,
  DefaultStreams,
  Drafts,
  Emoji,
  Events,
  Files,
  Invites,
  Linkifiers,
  Messages,
  OutgoingWebhook,
  Presence,
  ProfileFields,
  Reactions,
  Realm,
  SavedSnippets,
  ScheduledMessages,
  Server,
  Settings,
  Streams,
  Submessages,
  Subscriptions,
  Topics,
  Typing,
  UserGroups,
  Users,
} from './methods.js'

/** The namespaces of the client, each with its reference. Written as the methods are. */
export interface Namespaces {
  /** @see docs/reference/server-api.md#scheduledmessages */
  readonly scheduledMessages: ScheduledMessages
  /** @see docs/reference/server-api.md#topics */
  readonly topics: Topics
  /** @see docs/reference/server-api.md#users */
  readonly users: Users
  /** @see docs/reference/server-api.md#streams */
  readonly streams: Streams
  /** @see docs/reference/server-api.md#usergroups */
  readonly userGroups: UserGroups
  /** @see docs/reference/server-api.md#linkifiers */
  readonly linkifiers: Linkifiers
  /** @see docs/reference/server-api.md#attachments */
  readonly attachments: Attachments
  /** @see docs/reference/server-api.md#presence */
  readonly presence: Presence
  /** @see docs/reference/server-api.md#profilefields */
  readonly profileFields: ProfileFields
  /** @see docs/reference/server-api.md#channelfolders */
  readonly channelFolders: ChannelFolders
  /** @see docs/reference/server-api.md#calls */
  readonly calls: Calls
  /** @see docs/reference/server-api.md#emoji */
  readonly emoji: Emoji
  /** @see docs/reference/server-api.md#outgoingwebhook */
  readonly outgoingWebhook: OutgoingWebhook
  /** @see docs/reference/server-api.md#server */
  readonly server: Server
  /** @see docs/reference/server-api.md#subscriptions */
  readonly subscriptions: Subscriptions
  /** @see docs/reference/server-api.md#defaultstreams */
  readonly defaultStreams: DefaultStreams
  /** @see docs/reference/server-api.md#drafts */
  readonly drafts: Drafts
  /** @see docs/reference/server-api.md#messages */
  readonly messages: Messages
  /** @see docs/reference/server-api.md#submessages */
  readonly submessages: Submessages
  /** @see docs/reference/server-api.md#reactions */
  readonly reactions: Reactions
  /** @see docs/reference/server-api.md#savedsnippets */
  readonly savedSnippets: SavedSnippets
  /** @see docs/reference/server-api.md#typing */
  readonly typing: Typing
  /** @see docs/reference/server-api.md#events */
  readonly events: Events
  /** @see docs/reference/server-api.md#files */
  readonly files: Files
  /** @see docs/reference/server-api.md#realm */
  readonly realm: Realm
  /** @see docs/reference/server-api.md#alertwords */
  readonly alertWords: AlertWords
  /** @see docs/reference/server-api.md#botstorage */
  readonly botStorage: BotStorage
  /** @see docs/reference/server-api.md#bots */
  readonly bots: Bots
  /** @see docs/reference/server-api.md#invites */
  readonly invites: Invites
  /** @see docs/reference/server-api.md#settings */
  readonly settings: Settings
}
