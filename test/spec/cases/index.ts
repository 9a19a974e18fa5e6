import type { Case } from '../format.js'
import { cases as envelope } from './2.1-envelope.js'
import { cases as user } from './2.2-user.js'
import { cases as transitions } from './3-transitions.js'
import { cases as editScheduledMessage } from './4.01-edit-scheduled-message.js'
import { cases as userTopics } from './4.02-user-topics.js'
import { cases as mutedTopics } from './4.03-muted-topics.js'
import { cases as userByEmail } from './4.04-user-by-email.js'
import { cases as setStatus } from './4.05-set-status.js'
import { cases as deleteTopic } from './4.06-delete-topic.js'
import { cases as deactivateUser } from './4.07-deactivate-user.js'
import { cases as groupMembership } from './4.08-group-membership.js'
import { cases as linkifiers } from './4.09-linkifiers.js'
import { cases as deleteAttachment } from './4.10-delete-attachment.js'
import { cases as presence } from './4.11-presence.js'
import { cases as muteUser } from './4.12-mute-user.js'
import { cases as deactivateGroup } from './4.13-deactivate-group.js'
import { cases as orderProfileFields } from './4.14-order-profile-fields.js'
import { cases as channelFolders } from './4.15-channel-folders.js'
import { cases as createCall } from './4.16-create-call.js'
import { cases as orderLinkifiers } from './4.17-order-linkifiers.js'
import { cases as customEmoji } from './4.18-custom-emoji.js'
import { cases as serverSettings } from './4.20-server-settings.js'
import { cases as authentication } from './5-authentication.js'
import { cases as message } from './6.1-message.js'
import { cases as errors } from './7-errors.js'
import { cases as versioning } from './9-versioning.js'

/** What plain exchanges show, by section. Deliveries, events and the passing of time are in `scenarios/`. */
export const sections: Readonly<Record<string, readonly Case[]>> = {
  '2.1 the envelope': envelope,
  '2.2 a user': user,
  '3 states and transitions': transitions,
  '4.1 PATCH /scheduled_messages/{scheduled_message_id}': editScheduledMessage,
  '4.2 POST /user_topics': userTopics,
  '4.3 PATCH /users/me/subscriptions/muted_topics': mutedTopics,
  '4.4 GET /users/{email}': userByEmail,
  '4.5 POST /users/{user_id}/status': setStatus,
  '4.6 POST /streams/{stream_id}/delete_topic': deleteTopic,
  '4.7 DELETE /users/{user_id}': deactivateUser,
  '4.8 GET /user_groups/{user_group_id}/members/{user_id}': groupMembership,
  '4.9 GET /realm/linkifiers': linkifiers,
  '4.10 DELETE /attachments/{attachment_id}': deleteAttachment,
  '4.11 GET /realm/presence': presence,
  '4.12 POST /users/me/muted_users/{muted_user_id}': muteUser,
  '4.13 POST /user_groups/{user_group_id}/deactivate': deactivateGroup,
  '4.14 PATCH /realm/profile_fields': orderProfileFields,
  '4.15 GET /channel_folders': channelFolders,
  '4.16 POST /calls/ext_talk/create': createCall,
  '4.17 PATCH /realm/linkifiers': orderLinkifiers,
  '4.18 GET /realm/emoji': customEmoji,
  '4.20 GET /server_settings': serverSettings,
  '5 authentication': authentication,
  '6.1 a message': message,
  '7 errors': errors,
  '9 versioning': versioning,
}
