import type { EndpointName } from '../../../protocol/index.js'
import type { Operation } from '../operation.js'
import { channelFolderChanges } from './channels/channelFolderChanges.js'
import { channelFolderOperations } from './channels/channelFolders.js'
import { channelOperations } from './channels/channels.js'
import { defaultChannelOperations } from './channels/defaultChannels.js'
import { streamOperations } from './channels/streams.js'
import { subscriberOperations } from './channels/subscribers.js'
import { subscriptionOperations } from './channels/subscriptions.js'
import { topicOperations } from './channels/topics.js'
import { callOperations } from './messages/calls.js'
import { draftOperations } from './messages/drafts.js'
import { messageFlagOperations } from './messages/messageFlags.js'
import { messageOperations } from './messages/messages.js'
import { messageViewOperations } from './messages/messageViews.js'
import { outgoingWebhookOperations } from './messages/outgoingWebhook.js'
import { reactionOperations } from './messages/reactions.js'
import { savedSnippetOperations } from './messages/savedSnippets.js'
import { scheduledMessageOperations } from './messages/scheduledMessages.js'
import { typingOperations } from './messages/typing.js'
import { attachmentOperations } from './organisation/attachments.js'
import { emojiOperations } from './organisation/emoji.js'
import { emojiChanges } from './organisation/emojiChanges.js'
import { eventOperations } from './organisation/events.js'
import { linkifierChanges } from './organisation/linkifierChanges.js'
import { linkifierOperations } from './organisation/linkifiers.js'
import { realmOperations } from './organisation/realm.js'
import { serverOperations } from './organisation/server.js'
import { accountOperations } from './users/accounts.js'
import { alertWordOperations } from './users/alertWords.js'
import { botStorageOperations } from './users/botStorage.js'
import { botOperations } from './users/bots.js'
import { invitationOperations } from './users/invitations.js'
import { ownPresenceOperations } from './users/ownPresence.js'
import { ownStatusOperations } from './users/ownStatus.js'
import { presenceOperations } from './users/presence.js'
import { profileFieldChanges } from './users/profileFieldChanges.js'
import { profileFieldOperations } from './users/profileFields.js'
import { settingOperations } from './users/settings.js'
import { userGroupChanges } from './users/userGroupChanges.js'
import { userGroupOperations } from './users/userGroups.js'
import { userOperations } from './users/users.js'

type Operations = { readonly [Name in EndpointName]: Operation<Name> }

/** What every endpoint does, by name. */
const operations: Operations = {
  ...accountOperations,
  ...alertWordOperations,
  ...attachmentOperations,
  ...botOperations,
  ...botStorageOperations,
  ...callOperations,
  ...channelFolderChanges,
  ...channelFolderOperations,
  ...channelOperations,
  ...defaultChannelOperations,
  ...draftOperations,
  ...emojiChanges,
  ...emojiOperations,
  ...eventOperations,
  ...invitationOperations,
  ...linkifierChanges,
  ...linkifierOperations,
  ...messageFlagOperations,
  ...messageOperations,
  ...messageViewOperations,
  ...outgoingWebhookOperations,
  ...ownPresenceOperations,
  ...ownStatusOperations,
  ...presenceOperations,
  ...profileFieldChanges,
  ...profileFieldOperations,
  ...reactionOperations,
  ...realmOperations,
  ...savedSnippetOperations,
  ...scheduledMessageOperations,
  ...serverOperations,
  ...settingOperations,
  ...streamOperations,
  ...subscriberOperations,
  ...subscriptionOperations,
  ...topicOperations,
  ...typingOperations,
  ...userGroupChanges,
  ...userGroupOperations,
  ...userOperations,
}

/** What an endpoint does. */
export function operationFor<Name extends EndpointName>(name: Name): Operations[Name] {
  return operations[name]
}
