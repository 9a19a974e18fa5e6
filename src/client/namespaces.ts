import type * as methods from './methods.js'

/** The namespaces of the client, each with its reference. Written as the methods are. */
export interface Namespaces {
  /** @see docs/reference/server-api.md#scheduledmessages */
  readonly scheduledMessages: methods.ScheduledMessages
  /** @see docs/reference/server-api.md#topics */
  readonly topics: methods.Topics
  /** @see docs/reference/server-api.md#users */
  readonly users: methods.Users
  /** @see docs/reference/server-api.md#streams */
  readonly streams: methods.Streams
  /** @see docs/reference/server-api.md#usergroups */
  readonly userGroups: methods.UserGroups
  /** @see docs/reference/server-api.md#linkifiers */
  readonly linkifiers: methods.Linkifiers
  /** @see docs/reference/server-api.md#attachments */
  readonly attachments: methods.Attachments
  /** @see docs/reference/server-api.md#presence */
  readonly presence: methods.Presence
  /** @see docs/reference/server-api.md#profilefields */
  readonly profileFields: methods.ProfileFields
  /** @see docs/reference/server-api.md#channelfolders */
  readonly channelFolders: methods.ChannelFolders
  /** @see docs/reference/server-api.md#calls */
  readonly calls: methods.Calls
  /** @see docs/reference/server-api.md#emoji */
  readonly emoji: methods.Emoji
  /** @see docs/reference/server-api.md#outgoingwebhook */
  readonly outgoingWebhook: methods.OutgoingWebhook
  /** @see docs/reference/server-api.md#server */
  readonly server: methods.Server
  /** @see docs/reference/server-api.md#subscriptions */
  readonly subscriptions: methods.Subscriptions
  /** @see docs/reference/server-api.md#defaultstreams */
  readonly defaultStreams: methods.DefaultStreams
  /** @see docs/reference/server-api.md#messages */
  readonly messages: methods.Messages
  /** @see docs/reference/server-api.md#submessages */
  readonly submessages: methods.Submessages
  /** @see docs/reference/server-api.md#reactions */
  readonly reactions: methods.Reactions
  /** @see docs/reference/server-api.md#typing */
  readonly typing: methods.Typing
  /** @see docs/reference/server-api.md#drafts */
  readonly drafts: methods.Drafts
  /** @see docs/reference/server-api.md#savedsnippets */
  readonly savedSnippets: methods.SavedSnippets
  /** @see docs/reference/server-api.md#reminders */
  readonly reminders: methods.Reminders
  /** @see docs/reference/server-api.md#events */
  readonly events: methods.Events
  /** @see docs/reference/server-api.md#files */
  readonly files: methods.Files
  /** @see docs/reference/server-api.md#realm */
  readonly realm: methods.Realm
  /** @see docs/reference/server-api.md#bots */
  readonly bots: methods.Bots
  /** @see docs/reference/server-api.md#botstorage */
  readonly botStorage: methods.BotStorage
  /** @see docs/reference/server-api.md#invites */
  readonly invites: methods.Invites
  /** @see docs/reference/server-api.md#settings */
  readonly settings: methods.Settings
  /** @see docs/reference/server-api.md#alertwords */
  readonly alertWords: methods.AlertWords
}
