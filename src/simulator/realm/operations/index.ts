import type { Operations } from '../access/operation.js'
import { channelOperations } from './channels/channels.js'
import { subscriptionOperations } from './channels/subscriptions.js'
import { messageOperations } from './messages/messages.js'
import { messageViewOperations } from './messages/messageViews.js'
import { unsentMessageOperations } from './messages/unsentMessages.js'
import { attachmentOperations } from './organisation/attachments.js'
import { emojiOperations } from './organisation/emoji.js'
import { eventOperations } from './organisation/events.js'
import { exportOperations } from './organisation/exports.js'
import { linkifierOperations } from './organisation/linkifiers.js'
import { realmOperations } from './organisation/realm.js'
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
  ...channelOperations,
  ...emojiOperations,
  ...eventOperations,
  ...exportOperations,
  ...invitationOperations,
  ...linkifierOperations,
  ...messageOperations,
  ...messageViewOperations,
  ...presenceOperations,
  ...profileFieldOperations,
  ...realmOperations,
  ...settingOperations,
  ...subscriptionOperations,
  ...unsentMessageOperations,
  ...userGroupOperations,
  ...userOperations,
}
