import type { Operations } from '../access/operation.js'
import { channelFolderOperations } from './channels/channelFolders.js'
import { channelOperations, topicOperations } from './channels/channels.js'
import { subscriptionOperations } from './channels/subscriptions.js'
import { draftOperations, savedSnippetOperations } from './messages/drafts.js'
import { messageFlagOperations } from './messages/messageFlags.js'
import { messageOperations, typingOperations } from './messages/messages.js'
import { messageViewOperations } from './messages/messageViews.js'
import { reactionOperations } from './messages/reactions.js'
import { scheduledMessageOperations } from './messages/scheduledMessages.js'
import { attachmentOperations } from './organisation/attachments.js'
import { emojiOperations } from './organisation/emoji.js'
import { eventOperations } from './organisation/events.js'
import { linkifierOperations } from './organisation/linkifiers.js'
import { callOperations, realmOperations, serverOperations } from './organisation/realm.js'
import { botOperations } from './users/bots.js'
import { invitationOperations } from './users/invitations.js'
import { presenceOperations } from './users/presence.js'
import { profileFieldOperations } from './users/profileFields.js'
import { settingOperations } from './users/settings.js'
import { userGroupOperations } from './users/userGroups.js'
import { userOperations } from './users/users.js'

export const operations: Operations = {
  ...attachmentOperations,
  ...botOperations,
  ...callOperations,
  ...channelFolderOperations,
  ...channelOperations,
  ...draftOperations,
  ...emojiOperations,
  ...eventOperations,
  ...invitationOperations,
  ...linkifierOperations,
  ...messageFlagOperations,
  ...messageOperations,
  ...messageViewOperations,
  ...presenceOperations,
  ...profileFieldOperations,
  ...reactionOperations,
  ...realmOperations,
  ...savedSnippetOperations,
  ...scheduledMessageOperations,
  ...serverOperations,
  ...settingOperations,
  ...subscriptionOperations,
  ...topicOperations,
  ...typingOperations,
  ...userGroupOperations,
  ...userOperations,
}
