import type { Method } from './options.js'

// Written with its documentation from the endpoints' declarations by `npx vitest run test/client/methods.test.ts -u`.

export interface ScheduledMessages {
  /** Edit a scheduled message. From level 184. */
  readonly edit: Method<'scheduledMessages.edit'>
  /** List the caller's scheduled messages by time, failed ones among them. From level 173. */
  readonly list: Method<'scheduledMessages.list'>
  /** Schedule a message. From level 179. */
  readonly create: Method<'scheduledMessages.create'>
  /** Delete a scheduled message. From level 173. */
  readonly delete: Method<'scheduledMessages.delete'>
}

export interface Topics {
  /** Set the caller's visibility policy for a topic. From level 170. */
  readonly setVisibility: Method<'topics.setVisibility'>
  /** Mute or unmute a topic for the caller.
   * @deprecated Use topics.setVisibility where the server has it (level of `userTopics`). */
  readonly setMuted: Method<'topics.setMuted'>
}

export interface Users {
  /** Look a user up by email address. From level 39. */
  readonly getByEmail: Method<'users.getByEmail'>
  /** Set another user's status. For those who may administer the user. Below level 473, for people who may administer the user, not for bots. From
   * level 407. */
  readonly setStatus: Method<'users.setStatus'>
  /** Deactivate a user, and the user's bots first. For those who may administer the user. */
  readonly deactivate: Method<'users.deactivate'>
  /** Mute a user for the caller. From level 48. */
  readonly mute: Method<'users.mute'>
  /** Look a user up by ID. */
  readonly get: Method<'users.get'>
  /** Show the calling account itself. */
  readonly me: Method<'users.me'>
  /** List all users and bots, deactivated ones among them. */
  readonly list: Method<'users.list'>
  /** Unmute a user for the caller. From level 48. */
  readonly unmute: Method<'users.unmute'>
  /** Set the caller's own status. For people, not for bots. */
  readonly setOwnStatus: Method<'users.setOwnStatus'>
  /** Read a user's status. From level 262. */
  readonly getStatus: Method<'users.getStatus'>
  /** Reactivate a user or bot. For those who may administer the user. */
  readonly reactivate: Method<'users.reactivate'>
  /** Create an account for a person. For administrators with the permission `can_create_users`. Below level 36, for administrators. */
  readonly create: Method<'users.create'>
  /** Change the name, role, profile or address of a user. For those who may administer the user. */
  readonly update: Method<'users.update'>
  /** Log in: exchange an address and a password for an API key. */
  readonly fetchApiKey: Method<'users.fetchApiKey'>
  /** Deactivate the caller's own account, and the caller's bots first. */
  readonly deactivateOwn: Method<'users.deactivateOwn'>
  /** Change values of the caller's own profile fields. For people, not for bots. */
  readonly updateOwnProfile: Method<'users.updateOwnProfile'>
  /** Clear values of the caller's own profile fields. For people, not for bots. */
  readonly clearOwnProfile: Method<'users.clearOwnProfile'>
  /** Upload the caller's own avatar. */
  readonly setOwnAvatar: Method<'users.setOwnAvatar'>
  /** Remove the caller's own avatar. */
  readonly removeOwnAvatar: Method<'users.removeOwnAvatar'>
  /** Give the caller a new API key; the old one is worth nothing from then on. */
  readonly regenerateOwnKey: Method<'users.regenerateOwnKey'>
}

export interface Streams {
  /** Delete the messages of a topic, newest first, until the request runs out of time. For administrators. */
  readonly deleteTopic: Method<'streams.deleteTopic'>
  /** Look a channel's ID up by its name. */
  readonly getId: Method<'streams.getId'>
  /** List the topics of a channel, most recent first. */
  readonly topics: Method<'streams.topics'>
  /** Create a channel. Not for guests. From level 417. */
  readonly create: Method<'streams.create'>
  /** Change the name, description, folder or privacy of a channel, or bring it back from the archive. */
  readonly update: Method<'streams.update'>
  /** Archive a channel. */
  readonly archive: Method<'streams.archive'>
  /** List the channels that the caller can see. */
  readonly list: Method<'streams.list'>
  /** Show one channel. From level 132. */
  readonly get: Method<'streams.get'>
  /** List the subscribers of a channel. */
  readonly members: Method<'streams.members'>
  /** Show the address at which a channel takes mail. From level 226. */
  readonly getEmail: Method<'streams.getEmail'>
}

export interface UserGroups {
  /** Check whether a user is a member of a group. Not for guests. Below level 496, not for bots either. From level 127. */
  readonly isMember: Method<'userGroups.isMember'>
  /** Deactivate a group that nothing uses. From level 290. */
  readonly deactivate: Method<'userGroups.deactivate'>
  /** List the groups. Not for guests. Below level 496, not for bots either. */
  readonly list: Method<'userGroups.list'>
  /** Create a group. Not for guests. Below level 496, not for bots either. */
  readonly create: Method<'userGroups.create'>
  /** Change the name, description or settings of a group, or reactivate it. Not for guests. Below level 496, not for bots either. */
  readonly update: Method<'userGroups.update'>
  /** Delete a user group. Not for guests or bots. Below level 294 only.
   * @deprecated Use userGroups.deactivate where the server has it (level of `deactivateGroup`). */
  readonly delete: Method<'userGroups.delete'>
  /** List the members of a group. Not for guests. Below level 496, not for bots either. From level 127. */
  readonly members: Method<'userGroups.members'>
  /** Add members and subgroups to a group, or take them out. Not for guests. Below level 496, not for bots either. */
  readonly updateMembers: Method<'userGroups.updateMembers'>
  /** List the subgroups of a group. Not for guests. Below level 496, not for bots either. From level 127. */
  readonly subgroups: Method<'userGroups.subgroups'>
  /** Add subgroups to a group, or take them out. Not for guests. Below level 496, not for bots either. From level 127. */
  readonly updateSubgroups: Method<'userGroups.updateSubgroups'>
}

export interface Linkifiers {
  /** List the linkifiers in the order in which they are to be applied. */
  readonly list: Method<'linkifiers.list'>
  /** Set the order in which linkifiers are applied. For administrators. From level 202. */
  readonly reorder: Method<'linkifiers.reorder'>
  /** Add a linkifier, after all others. For administrators. */
  readonly create: Method<'linkifiers.create'>
  /** Change a linkifier. For administrators. From level 57. */
  readonly update: Method<'linkifiers.update'>
  /** Remove a linkifier. For administrators. */
  readonly delete: Method<'linkifiers.delete'>
}

export interface Attachments {
  /** Delete one of the caller's uploaded files. */
  readonly delete: Method<'attachments.delete'>
  /** List the caller's uploaded files. */
  readonly list: Method<'attachments.list'>
}

export interface Presence {
  /** Read the presence of all users. */
  readonly list: Method<'presence.list'>
  /** Report the caller's own presence, and read that of all users. For people, not for bots. */
  readonly report: Method<'presence.report'>
  /** Read one user's presence. */
  readonly get: Method<'presence.get'>
}

export interface ProfileFields {
  /** Set the order of the custom profile fields. For administrators. */
  readonly reorder: Method<'profileFields.reorder'>
  /** List the custom profile fields in order. */
  readonly list: Method<'profileFields.list'>
  /** Add a custom profile field, after all others. For administrators. */
  readonly create: Method<'profileFields.create'>
  /** Change a custom profile field. For administrators. */
  readonly update: Method<'profileFields.update'>
  /** Remove a custom profile field, and the values that users gave it. For administrators. */
  readonly delete: Method<'profileFields.delete'>
}

export interface ChannelFolders {
  /** List the channel folders in order. From level 389. */
  readonly list: Method<'channelFolders.list'>
  /** Create a folder of channels. For administrators. From level 389. */
  readonly create: Method<'channelFolders.create'>
  /** Change the name or description of a folder, archive it, or bring it back. For administrators. From level 389. */
  readonly update: Method<'channelFolders.update'>
  /** Set the order in which folders are shown. For administrators. From level 414. */
  readonly reorder: Method<'channelFolders.reorder'>
}

export interface Calls {
  /** Create a video call with the external conferencing provider. From level 465. */
  readonly create: Method<'calls.create'>
}

export interface Emoji {
  /** List the custom emoji, deactivated ones among them. */
  readonly list: Method<'emoji.list'>
  /** Upload a custom emoji. Not for guests or bots. */
  readonly upload: Method<'emoji.upload'>
  /** Take a custom emoji out of use; messages keep it. */
  readonly deactivate: Method<'emoji.deactivate'>
}

export interface OutgoingWebhook {
  /** Show the latest notification that the server posted for the calling outgoing-webhook bot. */
  readonly latest: Method<'outgoingWebhook.latest'>
}

export interface Server {
  /** Read what the server is, its version and its login methods, without credentials. */
  readonly settings: Method<'server.settings'>
}

export interface Subscriptions {
  /** Check whether a user is subscribed to a channel. From level 12. */
  readonly isSubscribed: Method<'subscriptions.isSubscribed'>
  /** List the channels that the caller is subscribed to. */
  readonly list: Method<'subscriptions.list'>
  /** Subscribe the caller, or others, to channels; those that do not exist are created. Not for guests. */
  readonly add: Method<'subscriptions.add'>
  /** Unsubscribe the caller, or others, from channels. */
  readonly remove: Method<'subscriptions.remove'>
  /** Mute, pin or colour channels that the caller is subscribed to, or set what they notify of. */
  readonly setProperties: Method<'subscriptions.setProperties'>
}

export interface DefaultStreams {
  /** Let new users be subscribed to a channel. For administrators. */
  readonly add: Method<'defaultStreams.add'>
  /** No longer let new users be subscribed to a channel. For administrators. */
  readonly remove: Method<'defaultStreams.remove'>
}

export interface Messages {
  /** Add or remove one of the caller's flags on messages. */
  readonly updateFlags: Method<'messages.updateFlags'>
  /** Add or remove one of the caller's flags on the messages around an anchor. From level 155. */
  readonly updateFlagsInNarrow: Method<'messages.updateFlagsInNarrow'>
  /** Mark all of the caller's messages as read.
   * @deprecated Use messages.updateFlagsInNarrow. */
  readonly markAllRead: Method<'messages.markAllRead'>
  /** Mark the caller's messages in a channel as read.
   * @deprecated Use messages.updateFlagsInNarrow. */
  readonly markChannelRead: Method<'messages.markChannelRead'>
  /** Mark the caller's messages in a topic as read.
   * @deprecated Use messages.updateFlagsInNarrow. */
  readonly markTopicRead: Method<'messages.markTopicRead'>
  /** Turn Markdown into the HTML of a message, without sending it. */
  readonly render: Method<'messages.render'>
  /** Show what a message was before it was changed. */
  readonly history: Method<'messages.history'>
  /** Find out which of the caller's messages fit conditions. */
  readonly matchesNarrow: Method<'messages.matchesNarrow'>
  /** Show who has read a message. From level 137. */
  readonly readReceipts: Method<'messages.readReceipts'>
  /** Send a message to a channel or to users. */
  readonly send: Method<'messages.send'>
  /** Fetch messages around an anchor. */
  readonly list: Method<'messages.list'>
  /** Fetch one message. */
  readonly get: Method<'messages.get'>
  /** Change a message's content, topic or channel. */
  readonly edit: Method<'messages.edit'>
  /** Delete a message. */
  readonly delete: Method<'messages.delete'>
  /** Report a message to the moderators. From level 382. */
  readonly report: Method<'messages.report'>
}

export interface Submessages {
  /** Attach data to a message with a widget, such as a vote in a poll. */
  readonly send: Method<'submessages.send'>
}

export interface Reactions {
  /** React to a message with an emoji. */
  readonly add: Method<'reactions.add'>
  /** Take back one of the caller's reactions. Without `reaction_type`, a name means one of Unicode's emoji. */
  readonly remove: Method<'reactions.remove'>
}

export interface Typing {
  /** Tell others that the caller is typing, or has stopped. */
  readonly send: Method<'typing.send'>
  /** Tell others that the caller is editing a message, or has stopped. From level 361. */
  readonly sendForEdit: Method<'typing.sendForEdit'>
}

export interface Drafts {
  /** List the caller's drafts. From level 87. */
  readonly list: Method<'drafts.list'>
  /** Keep drafts. From level 87. */
  readonly create: Method<'drafts.create'>
  /** Replace a draft. From level 87. */
  readonly edit: Method<'drafts.edit'>
  /** Delete a draft. From level 87. */
  readonly delete: Method<'drafts.delete'>
}

export interface SavedSnippets {
  /** List the caller's saved snippets. From level 297. */
  readonly list: Method<'savedSnippets.list'>
  /** Save a snippet. From level 297. */
  readonly create: Method<'savedSnippets.create'>
  /** Change the title or the content of a saved snippet. From level 368. */
  readonly edit: Method<'savedSnippets.edit'>
  /** Delete a saved snippet. From level 297. */
  readonly delete: Method<'savedSnippets.delete'>
}

export interface Reminders {
  /** Ask for a reminder of a message, which the server's own bot sends when it is due. From level 381. */
  readonly create: Method<'reminders.create'>
  /** List the caller's reminders that are not sent yet, by time. From level 399. */
  readonly list: Method<'reminders.list'>
  /** Delete a reminder that is not sent yet. From level 399. */
  readonly delete: Method<'reminders.delete'>
}

export interface Events {
  /** Make an event queue, and fetch the state from which its events go on. */
  readonly register: Method<'events.register'>
  /** Take the events of a queue, waiting until there is one. */
  readonly get: Method<'events.get'>
  /** Give an event queue up. */
  readonly deleteQueue: Method<'events.deleteQueue'>
}

export interface Files {
  /** Upload a file, to be linked in a message. */
  readonly upload: Method<'files.upload'>
  /** Get an address at which an uploaded file can be fetched for a minute without credentials. */
  readonly temporaryUrl: Method<'files.temporaryUrl'>
}

export interface Realm {
  /** Add a playground: a place on the web where code blocks of a language can be run. For administrators. From level 49. */
  readonly addPlayground: Method<'realm.addPlayground'>
  /** Remove a playground. For administrators. From level 49. */
  readonly removePlayground: Method<'realm.removePlayground'>
  /** Change the name, description, settings and permissions of the organisation. For administrators. */
  readonly update: Method<'realm.update'>
  /** Change the settings that new accounts start with. For administrators. From level 96. */
  readonly updateUserDefaults: Method<'realm.updateUserDefaults'>
  /** List the domains whose addresses may join, if joining is limited to domains. */
  readonly listDomains: Method<'realm.listDomains'>
  /** Let the addresses of a domain join. For owners. */
  readonly addDomain: Method<'realm.addDomain'>
  /** Choose whether subdomains of a domain count as well. For owners. */
  readonly updateDomain: Method<'realm.updateDomain'>
  /** Take a domain off the list. For owners. */
  readonly removeDomain: Method<'realm.removeDomain'>
  /** Start an export of the organisation's data. For administrators. */
  readonly startExport: Method<'realm.startExport'>
  /** List the exports of the organisation's data. For administrators. */
  readonly listExports: Method<'realm.listExports'>
  /** Delete an export that is ready. For administrators. */
  readonly deleteExport: Method<'realm.deleteExport'>
  /** List who agreed that exports contain their private data. For administrators. From level 295. */
  readonly exportConsents: Method<'realm.exportConsents'>
}

export interface Bots {
  /** Create a bot that belongs to the caller. Not for guests or bots. */
  readonly create: Method<'bots.create'>
  /** List the caller's active bots, with their keys. Not for guests or bots. */
  readonly list: Method<'bots.list'>
  /** Change the name, the owner or the address of a bot. Not for guests or bots. */
  readonly update: Method<'bots.update'>
  /** Deactivate a bot. */
  readonly deactivate: Method<'bots.deactivate'>
  /** Show the API key of a bot. Not for guests or bots. From level 463. */
  readonly getKey: Method<'bots.getKey'>
  /** Give a bot a new API key; the old one is worth nothing from then on. Not for guests or bots. */
  readonly regenerateKey: Method<'bots.regenerateKey'>
}

export interface BotStorage {
  /** Read what the calling bot has stored. */
  readonly get: Method<'botStorage.get'>
  /** Store texts by key for the calling bot. */
  readonly put: Method<'botStorage.put'>
  /** Forget what the calling bot has stored. */
  readonly delete: Method<'botStorage.delete'>
}

export interface Invites {
  /** List the invitations that are open: the caller's own, and for administrators all. Not for guests or bots. */
  readonly list: Method<'invites.list'>
  /** Invite people by e-mail. Not for guests or bots. */
  readonly send: Method<'invites.send'>
  /** Create an invitation link that several people can use. Not for guests or bots. Below level 209, for administrators. */
  readonly createLink: Method<'invites.createLink'>
  /** Take an invitation by e-mail back. Not for guests or bots. */
  readonly revoke: Method<'invites.revoke'>
  /** Take an invitation link back. Not for guests or bots. Below level 209, for administrators. */
  readonly revokeLink: Method<'invites.revokeLink'>
  /** Send an invitation by e-mail once more. Not for guests or bots. */
  readonly resend: Method<'invites.resend'>
}

export interface Settings {
  /** Change the caller's own name and settings. For people, not for bots. */
  readonly update: Method<'settings.update'>
  /** Change the caller's own settings of notifications. For people, not for bots.
   * @deprecated Use settings.update. */
  readonly updateNotifications: Method<'settings.updateNotifications'>
}

export interface AlertWords {
  /** List the caller's alert words: words and phrases of which the caller wants to be told. */
  readonly list: Method<'alertWords.list'>
  /** Add alert words. Case does not matter, and words that are there already are left as they are. */
  readonly add: Method<'alertWords.add'>
  /** Remove alert words. Case does not matter, and words that are not there are ignored. */
  readonly remove: Method<'alertWords.remove'>
}
