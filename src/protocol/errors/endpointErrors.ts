// biome-ignore-all format: as many names on a line as fit.

import type { Endpoint } from '../endpoint.js'
import type { EndpointName } from '../endpoints/index.js'
import type { ErrorId } from './errors.js'

/**
 * The errors that the server may return from an endpoint, beyond those of authentication, access and parameters.
 *
 * @example errorsOf(endpointNamed('messages.send'))
 */
export function errorsOf({ name }: Pick<Endpoint, 'name'>): readonly ErrorId[] {
  return table[name as EndpointName] ?? []
}

/** Made in one expression that a bundler leaves out where nobody asks. */
const table: Partial<Readonly<Record<EndpointName, readonly ErrorId[]>>> = /* @__PURE__ */ (() => {
  const fullName = ['fullNameTooShort', 'fullNameTooLong', 'fullNameCharacters', 'fullNameFormat'] as const
  const botNaming = [...fullName, 'botNameInUse'] as const
  const groupNaming = ['groupNameEmpty', 'groupNameTooLong', 'groupNamePrefix', 'groupExists'] as const
  const channelNaming = ['channelNameEmpty', 'channelNameTooLong', 'channelNameCharacter'] as const
  const channelSettings = [
    'invalidChannelFolder', 'insufficientPermission', 'mustBeOwner', 'badValue', 'defaultChannelPrivate',
    'webPublicChannelsOff',
  ] as const
  const folderNaming = ['channelFolderNameEmpty', 'channelFolderExists', 'channelFolderCharacter', 'tooLong'] as const
  const owning = ['noSuchBot', 'insufficientPermission'] as const
  const setting = [
    'invalidUserGroup', 'userGroupDeactivated', 'invalidUserId', 'invalidUserGroupId', 'expectationMismatch',
  ] as const
  const mentioning = ['channelWildcardNotAllowed', 'topicWildcardNotAllowed', 'groupMentionNotAllowed'] as const
  const sending = [
    'notAllowedToPost', 'notAuthorizedToSend', 'directMessagesDisabled', 'conversationNotAuthorized',
    'mayNotStartConversation', ...mentioning,
  ] as const
  const scheduling = [
    'channelDoesNotExist', 'invalidUserId', 'deliveryTimeMustBeFuture', 'invalidDataTypeForChannelId',
    'invalidDataTypeForRecipients', 'messageMustHaveRecipients', 'messageMustNotBeEmpty', 'messageMustNotContainNull',
    'invalidCharacterInTopic', 'topicCannotBeEmpty', 'topicsRequired', ...sending, 'noLongerUsing',
  ] as const
  const choosingEmoji = [
    'emojiDoesNotExist', 'invalidEmojiName', 'invalidEmojiCode', 'invalidEmojiType', 'invalidCustomEmoji',
    'invalidCustomEmojiName', 'customEmojiDeactivated',
  ] as const
  const drafting = [
    'messageMustNotBeEmpty', 'messageMustNotContainNull', 'draftTimeNegative', 'topicMustNotContainNull',
    'draftNeedsOneChannel', 'invalidChannelId', 'invalidUserId',
  ] as const
  const typingOff = ['channelTypingOff', 'directTypingOff'] as const
  const flagging = ['invalidFlag', 'flagNotEditable', 'invalidFlagOperation'] as const
  const linkifying = [
    'blankField', 'badRegularExpression', 'invalidUrlTemplate', 'templateGroupNotInPattern',
    'patternGroupNotInTemplate', 'exampleNeeded', 'exampleDoesNotMatch', 'exampleDoesNotComeBack',
    'reverseBraceMissing', 'reverseNameEmpty', 'reverseGroupNotInPattern', 'linkifierExists',
  ] as const
  const inviting = [
    'insufficientPermission', 'mustBeOwner', 'mustBeAdministrator', 'channelNotForInvitation', 'invalidUserGroup',
    'userGroupDeactivated',
  ] as const
  const invitation = ['noSuchInvitation', 'mustBeOwner', 'mustBeAdministrator'] as const
  const profileField = [
    'fieldLabelBlank', 'fieldLabelTaken', 'fieldChoicesNeeded', 'tooLong', 'tooManySummaryFields',
  ] as const
  const profileValue = [
    'fieldNotFound', 'tooLong', 'notAString', 'notAList', 'profileChoiceUnknown', 'notADate', 'notAUrl',
    'invalidUserId',
  ] as const

  /** By endpoint name. Kept apart from the endpoints' declarations, so that a client doesn't bundle it. */
  return {
    'channelFolders.create': folderNaming,
    'channelFolders.update': [...folderNaming, 'invalidChannelFolder', 'channelFolderInUse'],
    'channelFolders.reorder': ['invalidOrder'],
    'streams.getId': ['invalidChannelName'],
    'streams.topics': ['invalidChannelId'],
    'streams.create': [...channelNaming, 'channelExists', 'noSuchUser', 'userDeactivated', ...channelSettings],
    'streams.update': [
      ...setting, ...channelNaming, 'invalidChannelId', 'channelNotAdministered', 'channelNameInUse',
      'channelNameSame', 'channelNotArchived', 'invalidParameters', 'tooLong', 'defaultChannelsNotManaged',
      ...channelSettings,
    ],
    'streams.archive': ['invalidChannelId', 'channelNotAdministered'],
    'streams.deleteTopic': ['invalidChannelId', 'tooLong'],
    'streams.list': ['notAuthorizedForQuery'],
    'streams.get': ['invalidChannelId'],
    'streams.members': ['invalidChannelId'],
    'streams.getEmail': ['invalidChannelId', 'noSuchBot', 'insufficientPermission'],
    'subscriptions.isSubscribed': ['noSuchUser', 'userDeactivated', 'insufficientPermission', 'invalidChannelId'],
    'defaultStreams.add': ['invalidChannelId', 'privateChannelAsDefault'],
    'defaultStreams.remove': ['invalidChannelId'],
    'topics.setVisibility': ['tooLong', 'topicCannotBeEmpty', 'invalidChannelId'],
    'topics.setMuted': [
      'missingChannelOfTopic', 'unsupportedCombination', 'tooLong', 'invalidChannelId', 'invalidChannelName',
      'topicAlreadyMuted', 'topicNotMuted',
    ],
    'subscriptions.add': [
      ...channelNaming, 'channelNotAccessible', 'noSuchUser', 'userDeactivated', 'invalidColour', ...channelSettings,
    ],
    'subscriptions.remove': ['channelsDoNotExist', 'noSuchUser', 'userDeactivated', 'insufficientPermission'],
    'subscriptions.setProperties': ['notSubscribed', 'unknownSubscriptionProperty', 'notABoolean', 'invalidColour'],
    'drafts.create': drafting,
    'drafts.edit': ['draftDoesNotExist', ...drafting],
    'drafts.delete': ['draftDoesNotExist'],
    'savedSnippets.create': ['blank'],
    'savedSnippets.edit': ['blank', 'savedSnippetDoesNotExist'],
    'savedSnippets.delete': ['savedSnippetDoesNotExist'],
    'messages.updateFlags': [...flagging, 'invalidMessages'],
    'messages.updateFlagsInNarrow': [
      ...flagging, 'invalidMessages', 'tooManyMessages', 'anchorOnlyExcludedAtEnd', 'badNarrow',
      'badNarrowCombination',
    ],
    'messages.markChannelRead': ['invalidChannelId'],
    'messages.markTopicRead': ['invalidChannelId', 'noSuchTopic'],
    'messages.render': ['messageMustNotContainNull'],
    'messages.history': ['invalidMessages'],
    'messages.matchesNarrow': ['badNarrow', 'badNarrowCombination'],
    'messages.readReceipts': ['invalidMessages', 'readReceiptsDisabled'],
    'submessages.send': ['invalidMessages', 'submessageNotAllowed', 'submessageNotJson', 'invalidSubmessage'],
    'reactions.add': ['invalidMessages', ...choosingEmoji, 'reactionExists'],
    'reactions.remove': ['invalidMessages', ...choosingEmoji, 'emojiNameOrCodeNeeded', 'reactionDoesNotExist'],
    'messages.list': [
      'missingAnchor', 'invalidAnchor', 'tooManyMessages', 'anchorOnlyExcludedAtEnd', 'unsupportedCombination',
      'badNarrow', 'badNarrowCombination',
    ],
    'messages.send': [
      'missingTopic', 'missingChannel', 'messageMustHaveRecipients', 'messageMustNotBeEmpty',
      'messageMustNotContainNull', 'invalidEmail', 'invalidUserId', 'idsOrEmails', 'expectedOneChannel',
      'invalidDataTypeForChannel', 'invalidDataTypeForRecipients', 'notAuthorizedForQuery', 'invalidMirroredMessage',
      ...channelNaming, 'channelDoesNotExist', 'channelNameDoesNotExist', ...sending, 'invalidCharacterInTopic',
      'topicCannotBeEmpty', 'topicsRequired', 'noLongerUsing', 'invalidWidget',
    ],
    'messages.get': ['invalidMessages'],
    'messages.edit': [
      'invalidMessages', 'nothingToChange', 'noEditPermission', 'noMovePermission', 'noResolvePermission',
      'editingDisabled', 'editTimeIsUp', 'topicTimeIsUp', 'channelTimeIsUp', 'moveTimeIsUp',
      'generalChatCannotBeResolved', 'directMessagesHaveNoTopics', 'directMessagesCannotMove', 'propagateNeedsTopic',
      'contentAndChannel', 'widgetsCannotBeEdited', 'expectationMismatch', 'invalidChannelId',
      'messageMustNotContainNull', 'invalidCharacterInTopic', 'topicCannotBeEmpty', 'topicsRequiredToMove',
      ...mentioning, 'notAllowedToPost',
    ],
    'messages.delete': ['invalidMessages', 'noDeletePermission', 'deleteTimeIsUp'],
    'typing.send': [
      'missingRecipients', 'noRecipients', 'missingChannelOfTopic', 'missingTopic', 'invalidUserId',
      'invalidChannelId', 'notAllowedToPost', 'notAuthorizedToSend', 'noLongerUsing', ...typingOff,
    ],
    'typing.sendForEdit': ['invalidMessages', 'editingDisabled', 'noEditPermission', 'editTimeIsUp', ...typingOff],
    'scheduledMessages.edit': [
      ...scheduling, 'nothingToChange', 'recipientNeededWithType', 'topicNeededWithType',
      'scheduledMessageDoesNotExist', 'scheduledMessageAlreadySent',
    ],
    'scheduledMessages.create': [...scheduling, 'missingTopic', 'idsOrEmails', 'invalidEmail'],
    'scheduledMessages.delete': ['scheduledMessageDoesNotExist'],
    'reminders.create': ['deliveryTimeMustBeFuture', 'invalidMessages', 'reminderNoteTooLong'],
    'reminders.delete': ['reminderDoesNotExist'],
    'messages.report': ['reportNeedsDescription', 'reportsDisabled', 'invalidMessages'],
    'realm.addDomain': ['invalidDomain', 'domainExists'],
    'realm.updateDomain': ['domainNotFound'],
    'realm.removeDomain': ['domainNotFound'],
    'realm.startExport': ['exportLimitReached', 'exportNeedsConsent', 'exportNeedsAddress'],
    'realm.deleteExport': ['exportNotFound', 'exportDeleted', 'exportPending'],
    'realm.addPlayground': [
      'playgroundLanguage', 'blankField', 'invalidUrlTemplate', 'playgroundNeedsCode', 'playgroundOnlyCode',
      'playgroundExists',
    ],
    'realm.removePlayground': ['playgroundNotFound'],
    'realm.updateUserDefaults': ['invalidSound', 'invalidBatchingPeriod'],
    'emoji.upload': [
      'emojiNameMissing', 'emojiNameCharacters', 'emojiNameEnding', 'emojiExists', 'emojiFileNeeded', 'emojiTooLarge',
      'emojiOverridesDefault', 'invalidImageFormat', 'notAnImage',
    ],
    'emoji.deactivate': ['emojiNotFound', 'emojiNotOwn'],
    'events.register': ['operatorNotSupported', 'operandNotSupported', 'notAuthorizedForQuery'],
    'events.get': ['badEventQueueId', 'eventPruned', 'eventNotInQueue'],
    'events.deleteQueue': ['badEventQueueId'],
    'files.upload': ['noFile', 'severalFiles', 'fileTooLarge'],
    'files.temporaryUrl': ['fileNotFound', 'fileForbidden'],
    'attachments.delete': ['invalidAttachment'],
    'linkifiers.reorder': ['duplicatedLinkifiers', 'incompleteLinkifiers'],
    'linkifiers.create': linkifying,
    'linkifiers.update': [...linkifying, 'linkifierNotFound'],
    'linkifiers.delete': ['linkifierNotFound'],
    'realm.update': [
      'invalidRealmLanguage', 'invalidCallProvider', 'mustBeOwner', 'invalidChannelId', 'badValue',
      'systemGroupRequired',
      ...setting,
    ],
    'calls.create': ['callProviderNotConfigured', 'callProviderUnreachable', 'callNotCreated'],
    'bots.create': [
      ...botNaming, 'badBotName', 'botUsernameInUse', 'invalidBotType', 'embeddedBotsDisabled', 'invalidInterface',
      'invalidPayloadUrl',
    ],
    'bots.update': [
      ...owning, ...botNaming, 'botOwnerNotFound', 'botOwnerDeactivated', 'botOwnerIsBot', 'invalidServicePayloadUrl',
      'invalidInterface',
    ],
    'bots.deactivate': owning,
    'bots.getKey': owning,
    'bots.regenerateKey': owning,
    'outgoingWebhook.latest': ['noNotificationYet'],
    'botStorage.get': ['noSuchKey'],
    'botStorage.put': ['botStorageTooLarge'],
    'botStorage.delete': ['noSuchKey'],
    'invites.send': [
      ...inviting, 'invitationNeedsAddress', 'invitationAddressesInvalid', 'nobodyInvited', 'notAllInvited',
    ],
    'invites.createLink': inviting,
    'invites.revoke': invitation,
    'invites.revokeLink': [...invitation, 'invitationRevoked'],
    'invites.resend': invitation,
    'presence.report': ['invalidPresenceStatus'],
    'presence.get': ['noSuchUser', 'noPresenceOfBots', 'insufficientPermission', 'noPresenceData'],
    'profileFields.reorder': ['invalidOrder'],
    'profileFields.create': [...profileField, 'invalidFieldType'],
    'profileFields.update': [...profileField, 'fieldNotFound'],
    'profileFields.delete': ['fieldNotFound'],
    'settings.update': [
      'invalidLanguage', 'invalidSound', 'invalidBatchingPeriod', 'invalidTimezone', ...fullName, 'passwordWrong',
      'newPasswordTooWeak', 'addressChangesOff', 'invalidAddress', 'emailTaken',
    ],
    'settings.updateNotifications': ['invalidSound', 'invalidBatchingPeriod'],
    'userGroups.isMember': ['invalidUserGroup', 'userGroupDeactivated', 'noSuchUser', 'userDeactivated'],
    'userGroups.deactivate': ['invalidUserGroup', 'userGroupDeactivated', 'insufficientPermission', 'groupInUse'],
    'userGroups.delete': ['invalidUserGroup', 'insufficientPermission'],
    'userGroups.create': [
      'insufficientPermission', ...groupNaming, 'invalidUserId', 'invalidUserGroup', 'invalidUserGroupId',
      'userGroupDeactivated',
    ],
    'userGroups.update': [...groupNaming, 'groupUnchanged', 'insufficientPermission', ...setting],
    'userGroups.members': ['invalidUserGroup', 'userGroupDeactivated'],
    'userGroups.updateMembers': [
      'groupMembershipUnchanged', 'invalidUserGroup', 'insufficientPermission', 'userGroupDeactivated',
      'invalidUserId', 'alreadyGroupMember', 'notGroupMember', 'invalidUserGroupId', 'alreadySubgroup', 'notSubgroup',
      'subgroupCycle',
    ],
    'userGroups.subgroups': ['invalidUserGroup', 'userGroupDeactivated'],
    'userGroups.updateSubgroups': [
      'groupMembersUnchanged', 'invalidUserGroup', 'insufficientPermission', 'userGroupDeactivated',
      'invalidUserGroupId', 'alreadySubgroup', 'notSubgroup', 'subgroupCycle',
    ],
    'users.setStatus': [
      'noSuchUser', 'userDeactivated', 'insufficientPermission', 'noNewValues', 'emojiNameNeeded', ...choosingEmoji,
    ],
    'users.getByEmail': ['noSuchUser'],
    'users.get': ['noSuchUser', 'insufficientPermission'],
    'users.deactivate': [
      'noSuchUser', 'userDeactivated', 'insufficientPermission', 'mustBeOwner', 'onlyOwner', 'tooLong',
    ],
    'users.mute': ['cannotMuteSelf', 'noSuchUser', 'userAlreadyMuted'],
    'users.unmute': ['noSuchUser', 'userNotMuted'],
    'users.setOwnStatus': ['noNewValues', 'emojiNameNeeded', ...choosingEmoji],
    'users.getStatus': ['noSuchUser'],
    'users.reactivate': ['noSuchUser', 'placeholderAccount', 'insufficientPermission'],
    'users.create': ['mayNotCreateUsers', ...fullName, 'badBotName', 'emailInUse', 'passwordTooWeak'],
    'users.update': [
      'noSuchUser', 'insufficientPermission', 'mustBeOwner', 'mustBeAdministrator', 'ownerRoleStays', ...fullName,
      'botNameInUse', ...profileValue, 'invalidAddress', 'emailTaken',
    ],
    'users.updateOwnProfile': ['fieldNotEditable', ...profileValue],
    'users.clearOwnProfile': ['fieldNotFound', 'fieldNotEditable'],
    'users.setOwnAvatar': ['avatarFileNeeded', 'avatarChangesOff', 'emojiTooLarge', 'invalidImageFormat', 'notAnImage'],
    'users.removeOwnAvatar': ['avatarChangesOff'],
    'users.fetchApiKey': ['notAnAddress', 'wrongPassword', 'loginDeactivated'],
    'users.deactivateOwn': ['lastOfThem'],
  }
})()
