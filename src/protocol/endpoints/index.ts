import type * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.js'
import type { Input, Output } from '../entity.js'
import { createChannelFolder, reorderChannelFolders, updateChannelFolder } from './channels/channelFolderChanges.js'
import { listChannelFolders } from './channels/channelFolders.js'
import { archiveChannel, createChannel, getChannelId, listTopics, updateChannel } from './channels/channels.js'
import { addDefaultChannel, removeDefaultChannel } from './channels/defaultChannels.js'
import { deleteTopic, getChannel, listChannels } from './channels/streams.js'
import { isSubscribed, listSubscribers } from './channels/subscribers.js'
import { listSubscriptions, setSubscriptionProperties, subscribe, unsubscribe } from './channels/subscriptions.js'
import { setTopicMuted, setTopicVisibility } from './channels/topics.js'
import { createCall } from './messages/calls.js'
import { createDrafts, deleteDraft, editDraft, listDrafts } from './messages/drafts.js'
import {
  markAllRead,
  markChannelRead,
  markTopicRead,
  updateFlags,
  updateFlagsInNarrow,
} from './messages/messageFlags.js'
import { deleteMessage, editMessage, getMessage, listMessages, sendMessage } from './messages/messages.js'
import {
  getMessageHistory,
  getReadReceipts,
  matchesNarrow,
  renderMessage,
  sendSubmessage,
} from './messages/messageViews.js'
import { latestNotification } from './messages/outgoingWebhook.js'
import { addReaction, removeReaction } from './messages/reactions.js'
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  listSavedSnippets,
} from './messages/savedSnippets.js'
import {
  createScheduledMessage,
  deleteScheduledMessage,
  editScheduledMessage,
  listScheduledMessages,
} from './messages/scheduledMessages.js'
import { sendTyping } from './messages/typing.js'
import { deleteAttachment, listAttachments } from './organisation/attachments.js'
import { listEmoji } from './organisation/emoji.js'
import { deactivateEmoji, uploadEmoji } from './organisation/emojiChanges.js'
import { deleteQueue, getEvents, registerQueue } from './organisation/events.js'
import { getTemporaryUrl, uploadFile } from './organisation/files.js'
import { createLinkifier, deleteLinkifier, updateLinkifier } from './organisation/linkifierChanges.js'
import { listLinkifiers, reorderLinkifiers } from './organisation/linkifiers.js'
import { updateRealm } from './organisation/realm.js'
import { getServerSettings } from './organisation/server.js'
import { createUser, deactivateOwnUser, updateUser } from './users/accounts.js'
import { addAlertWords, listAlertWords, removeAlertWords } from './users/alertWords.js'
import { deleteBotStorage, getBotStorage, putBotStorage } from './users/botStorage.js'
import { createBot, deactivateBot, getBotKey, listBots, regenerateBotKey, updateBot } from './users/bots.js'
import {
  createInvitationLink,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  revokeInvitationLink,
  sendInvitations,
} from './users/invitations.js'
import { getStatus, reactivateUser, setOwnStatus } from './users/ownStatus.js'
import { getPresence, listPresence, reportPresence } from './users/presence.js'
import { createProfileField, deleteProfileField, updateProfileField } from './users/profileFieldChanges.js'
import { listProfileFields, reorderProfileFields } from './users/profileFields.js'
import { updateNotificationSettings, updateSettings } from './users/settings.js'
import {
  createUserGroup,
  listGroupMembers,
  listSubgroups,
  updateGroupMembers,
  updateSubgroups,
  updateUserGroup,
} from './users/userGroupChanges.js'
import { deactivateUserGroup, isGroupMember, listUserGroups } from './users/userGroups.js'
import {
  deactivateUser,
  getOwnUser,
  getUser,
  getUserByEmail,
  listUsers,
  muteUser,
  setUserStatus,
  unmuteUser,
} from './users/users.js'

/** Every endpoint: section 4 of the spec in its order, then the companions. */
export const endpoints = [
  editScheduledMessage,
  setTopicVisibility,
  setTopicMuted,
  getUserByEmail,
  setUserStatus,
  deleteTopic,
  deactivateUser,
  isGroupMember,
  listLinkifiers,
  deleteAttachment,
  listPresence,
  muteUser,
  deactivateUserGroup,
  reorderProfileFields,
  listChannelFolders,
  createCall,
  reorderLinkifiers,
  listEmoji,
  latestNotification,
  getServerSettings,

  sendMessage,
  editMessage,
  deleteMessage,
  listMessages,
  getMessage,
  addReaction,
  removeReaction,
  getOwnUser,
  listUsers,
  getUser,
  unmuteUser,
  listChannels,
  getChannel,
  uploadFile,
  getTemporaryUrl,
  listScheduledMessages,
  createScheduledMessage,
  deleteScheduledMessage,
  listUserGroups,
  listAttachments,
  listProfileFields,

  registerQueue,
  getEvents,
  deleteQueue,

  reportPresence,
  getPresence,
  setOwnStatus,
  getStatus,
  reactivateUser,
  createUser,
  updateUser,
  deactivateOwnUser,
  updateSettings,
  updateNotificationSettings,
  listAlertWords,
  addAlertWords,
  removeAlertWords,
  sendTyping,
  updateFlags,
  updateFlagsInNarrow,
  markAllRead,
  markChannelRead,
  markTopicRead,
  renderMessage,
  getMessageHistory,
  matchesNarrow,
  getReadReceipts,
  sendSubmessage,
  listDrafts,
  createDrafts,
  editDraft,
  deleteDraft,
  listSavedSnippets,
  createSavedSnippet,
  editSavedSnippet,
  deleteSavedSnippet,
  listSubscriptions,
  subscribe,
  unsubscribe,
  setSubscriptionProperties,
  isSubscribed,
  listSubscribers,
  getChannelId,
  listTopics,
  createChannel,
  updateChannel,
  archiveChannel,
  addDefaultChannel,
  removeDefaultChannel,
  createChannelFolder,
  updateChannelFolder,
  reorderChannelFolders,
  createUserGroup,
  updateUserGroup,
  listGroupMembers,
  updateGroupMembers,
  listSubgroups,
  updateSubgroups,
  createLinkifier,
  updateLinkifier,
  deleteLinkifier,
  uploadEmoji,
  deactivateEmoji,
  createProfileField,
  updateProfileField,
  deleteProfileField,
  updateRealm,
  listInvitations,
  sendInvitations,
  createInvitationLink,
  revokeInvitation,
  revokeInvitationLink,
  resendInvitation,
  createBot,
  listBots,
  updateBot,
  deactivateBot,
  getBotKey,
  regenerateBotKey,
  getBotStorage,
  putBotStorage,
  deleteBotStorage,
] as const

type Declared = (typeof endpoints)[number]

/** `namespace.method` of an endpoint: how the client, the simulator and the command line call it. */
export type EndpointName = Declared['name']

/** The declaration with this name. */
export type EndpointNamed<Name extends EndpointName> = Extract<Declared, { readonly name: Name }>

/** What a caller passes. Names are the wire's. */
export type Params<Name extends EndpointName> = Input<EndpointNamed<Name>['params']>

/** What a server works with: parameters that were left out have their defaults. */
export type ReadParams<Name extends EndpointName> = z.output<z.ZodMiniObject<EndpointNamed<Name>['params']>>

/** What an answer carries beyond the envelope, in today's shape. */
export type Answer<Name extends EndpointName> = Output<EndpointNamed<Name>['response']>

const byName: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((declared) => [declared.name, declared]))

/** The declaration with this name; undefined for an undeclared name. */
export function findEndpoint(name: string): Endpoint | undefined {
  return byName.get(name)
}

/** The declaration with this name. @throws {RangeError} for an undeclared name. */
export function endpointNamed(name: EndpointName): Endpoint {
  const declared = findEndpoint(name)
  if (declared === undefined) {
    throw new RangeError(`No endpoint is called "${name}"; the names are in \`endpoints\` of earshot/protocol.`)
  }
  return declared
}
