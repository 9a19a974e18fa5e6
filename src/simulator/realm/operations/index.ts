import type { EndpointName } from '../../../protocol/index.js'
import type { Operation } from '../operation.js'
import { attachmentOperations } from './attachments.js'
import { callOperations } from './calls.js'
import { channelFolderOperations } from './channelFolders.js'
import { emojiOperations } from './emoji.js'
import { eventOperations } from './events.js'
import { linkifierOperations } from './linkifiers.js'
import { messageOperations } from './messages.js'
import { outgoingWebhookOperations } from './outgoingWebhook.js'
import { presenceOperations } from './presence.js'
import { profileFieldOperations } from './profileFields.js'
import { reactionOperations } from './reactions.js'
import { scheduledMessageOperations } from './scheduledMessages.js'
import { serverOperations } from './server.js'
import { streamOperations } from './streams.js'
import { topicOperations } from './topics.js'
import { userGroupOperations } from './userGroups.js'
import { userOperations } from './users.js'

type Operations = { readonly [Name in EndpointName]: Operation<Name> }

/** What every endpoint does, by name. */
const operations: Operations = {
  ...attachmentOperations,
  ...callOperations,
  ...channelFolderOperations,
  ...emojiOperations,
  ...eventOperations,
  ...linkifierOperations,
  ...messageOperations,
  ...outgoingWebhookOperations,
  ...presenceOperations,
  ...profileFieldOperations,
  ...reactionOperations,
  ...scheduledMessageOperations,
  ...serverOperations,
  ...streamOperations,
  ...topicOperations,
  ...userGroupOperations,
  ...userOperations,
}

/** What an endpoint does. */
export function operationFor<Name extends EndpointName>(name: Name): Operations[Name] {
  return operations[name]
}
