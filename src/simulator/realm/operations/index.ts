import type { EndpointName } from '../../../protocol/index.js'
import type { Operation } from '../operation.js'
import { accountOperations } from './accounts.js'
import { alertWordOperations } from './alertWords.js'
import { attachmentOperations } from './attachments.js'
import { botStorageOperations } from './botStorage.js'
import { botOperations } from './bots.js'
import { callOperations } from './calls.js'
import { channelFolderChanges } from './channelFolderChanges.js'
import { channelFolderOperations } from './channelFolders.js'
import { channelOperations } from './channels.js'
import { defaultChannelOperations } from './defaultChannels.js'
import { draftOperations } from './drafts.js'
import { emojiOperations } from './emoji.js'
import { emojiChanges } from './emojiChanges.js'
import { eventOperations } from './events.js'
import { invitationOperations } from './invitations.js'
import { linkifierChanges } from './linkifierChanges.js'
import { linkifierOperations } from './linkifiers.js'
import { messageFlagOperations } from './messageFlags.js'
import { messageOperations } from './messages.js'
import { messageViewOperations } from './messageViews.js'
import { outgoingWebhookOperations } from './outgoingWebhook.js'
import { ownPresenceOperations } from './ownPresence.js'
import { ownStatusOperations } from './ownStatus.js'
import { presenceOperations } from './presence.js'
import { profileFieldChanges } from './profileFieldChanges.js'
import { profileFieldOperations } from './profileFields.js'
import { reactionOperations } from './reactions.js'
import { realmOperations } from './realm.js'
import { savedSnippetOperations } from './savedSnippets.js'
import { scheduledMessageOperations } from './scheduledMessages.js'
import { serverOperations } from './server.js'
import { settingOperations } from './settings.js'
import { streamOperations } from './streams.js'
import { subscriberOperations } from './subscribers.js'
import { subscriptionOperations } from './subscriptions.js'
import { topicOperations } from './topics.js'
import { typingOperations } from './typing.js'
import { userGroupChanges } from './userGroupChanges.js'
import { userGroupOperations } from './userGroups.js'
import { userOperations } from './users.js'

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
