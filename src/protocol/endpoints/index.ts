import type * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.js'
import type { Input, Output } from '../entity.js'
import { createUser, deactivateOwnUser, updateUser } from './accounts.js'
import { addAlertWords, listAlertWords, removeAlertWords } from './alertWords.js'
import { deleteAttachment, listAttachments } from './attachments.js'
import { deleteBotStorage, getBotStorage, putBotStorage } from './botStorage.js'
import { createBot, deactivateBot, getBotKey, listBots, regenerateBotKey, updateBot } from './bots.js'
import { createCall } from './calls.js'
import { createChannelFolder, reorderChannelFolders, updateChannelFolder } from './channelFolderChanges.js'
import { listChannelFolders } from './channelFolders.js'
import { archiveChannel, createChannel, getChannelId, listTopics, updateChannel } from './channels.js'
import { addDefaultChannel, removeDefaultChannel } from './defaultChannels.js'
import { createDrafts, deleteDraft, editDraft, listDrafts } from './drafts.js'
import { listEmoji } from './emoji.js'
import { deactivateEmoji, uploadEmoji } from './emojiChanges.js'
import { deleteQueue, getEvents, registerQueue } from './events.js'
import { getTemporaryUrl, uploadFile } from './files.js'
import {
  createInvitationLink,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  revokeInvitationLink,
  sendInvitations,
} from './invitations.js'
import { createLinkifier, deleteLinkifier, updateLinkifier } from './linkifierChanges.js'
import { listLinkifiers, reorderLinkifiers } from './linkifiers.js'
import { markAllRead, markChannelRead, markTopicRead, updateFlags, updateFlagsInNarrow } from './messageFlags.js'
import { deleteMessage, editMessage, getMessage, listMessages, sendMessage } from './messages.js'
import { getMessageHistory, getReadReceipts, matchesNarrow, renderMessage, sendSubmessage } from './messageViews.js'
import { latestNotification } from './outgoingWebhook.js'
import { getStatus, reactivateUser, setOwnStatus } from './ownStatus.js'
import { getPresence, listPresence, reportPresence } from './presence.js'
import { createProfileField, deleteProfileField, updateProfileField } from './profileFieldChanges.js'
import { listProfileFields, reorderProfileFields } from './profileFields.js'
import { addReaction, removeReaction } from './reactions.js'
import { updateRealm } from './realm.js'
import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, listSavedSnippets } from './savedSnippets.js'
import {
  createScheduledMessage,
  deleteScheduledMessage,
  editScheduledMessage,
  listScheduledMessages,
} from './scheduledMessages.js'
import { getServerSettings } from './server.js'
import { updateNotificationSettings, updateSettings } from './settings.js'
import { deleteTopic, getChannel, listChannels } from './streams.js'
import { isSubscribed, listSubscribers } from './subscribers.js'
import { listSubscriptions, setSubscriptionProperties, subscribe, unsubscribe } from './subscriptions.js'
import { setTopicMuted, setTopicVisibility } from './topics.js'
import { sendTyping } from './typing.js'
import {
  createUserGroup,
  listGroupMembers,
  listSubgroups,
  updateGroupMembers,
  updateSubgroups,
  updateUserGroup,
} from './userGroupChanges.js'
import { deactivateUserGroup, isGroupMember, listUserGroups } from './userGroups.js'
import {
  deactivateUser,
  getOwnUser,
  getUser,
  getUserByEmail,
  listUsers,
  muteUser,
  setUserStatus,
  unmuteUser,
} from './users.js'

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

/** The declaration with this name; undefined for a name that nobody declared. */
export function findEndpoint(name: string): Endpoint | undefined {
  return byName.get(name)
}

/** The declaration with this name. @throws {RangeError} for a name that nobody declared. */
export function endpointNamed(name: EndpointName): Endpoint {
  const declared = findEndpoint(name)
  if (declared === undefined) {
    throw new RangeError(`No endpoint is called "${name}"; the names are in \`endpoints\` of earshot/protocol.`)
  }
  return declared
}
