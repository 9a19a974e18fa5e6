/** An error that the server returns. `msg` is the exact text, with `{name}` placeholders. */
export interface ErrorRow {
  /** Absent if a real server sends none: its 405 and its 500. */
  readonly code?: string
  readonly msg: string
  /** HTTP status. All of them are assumed. */
  readonly status: number
  /** Where the text comes from. */
  readonly source: 'spec' | 'assumed'
  /** Extra fields of the code that this error lacks. */
  readonly omits?: readonly string[]
}

// Marked as free of side effects, so that bundlers drop the table from bots.
const coded = /* @__NO_SIDE_EFFECTS__ */ <const Code extends string>(
  code: Code,
  msg: string,
  source: ErrorRow['source'] = 'assumed',
  status = 400,
) => ({ code, msg, status, source }) satisfies ErrorRow

const bad = /* @__NO_SIDE_EFFECTS__ */ (msg: string, source: ErrorRow['source'] = 'assumed') =>
  coded('BAD_REQUEST', msg, source)

const unauthorized = /* @__NO_SIDE_EFFECTS__ */ (msg: string, source: ErrorRow['source'] = 'assumed') =>
  coded('UNAUTHORIZED', msg, source, 401)

/** The errors that clients and bots act on: their bundles contain only these. */
export const noSuchUser = bad('No such user', 'spec')
export const invalidMessages = bad('Invalid message(s)')
export const reactionExists = coded('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
export const reactionDoesNotExist = coded('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
export const topicAlreadyMuted = bad('Topic already muted')
export const topicNotMuted = bad('Topic is not muted')
export const notForBots = bad('This endpoint does not accept bot requests.')

/** Every error by name. The texts of the first are documented; those of the rest are assumed. */
export const errors = {
  channelDoesNotExist: coded('STREAM_DOES_NOT_EXIST', "Channel with ID '{stream_id}' does not exist", 'spec'),
  invalidUserId: bad('Invalid user ID {user_id}', 'spec'),
  scheduledMessageDoesNotExist: coded('BAD_REQUEST', 'Scheduled message does not exist', 'spec', 404),
  insufficientPermission: bad('Insufficient permission', 'spec'),
  noNewValues: bad('Client did not pass any new values.', 'spec'),
  tooLong: bad('{name} is too long (limit: {limit} characters)', 'spec'),
  emojiNameNeeded: bad('Client must pass emoji_name if they pass either emoji_code or reaction_type.', 'spec'),
  emojiDoesNotExist: bad("Emoji '{emoji_name}' does not exist", 'spec'),
  invalidEmojiName: bad('Invalid emoji name.', 'spec'),
  invalidCustomEmoji: bad('Invalid custom emoji.', 'spec'),
  mustBeAdministrator: coded('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator', 'spec'),
  onlyOwner: bad('Cannot deactivate the only organization owner', 'spec'),
  invalidAttachment: bad('Invalid attachment', 'spec'),
  notLoggedIn: unauthorized('Not logged in: API authentication or user session required', 'spec'),
  cannotMuteSelf: bad('Cannot mute self', 'spec'),
  noSuchUser,
  userAlreadyMuted: bad('User already muted', 'spec'),
  invalidUserGroup: bad('Invalid user group', 'spec'),
  groupInUse: coded('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', 'spec'),

  // Authentication and access (assumed).
  invalidAuthorizationHeader: unauthorized('Invalid authorization header for basic auth'),
  malformedApiKey: unauthorized('Malformed API key'),
  invalidApiKey: unauthorized('Invalid API key'),
  accountDeactivated: unauthorized('Account is deactivated'),
  notForIncomingWebhooks: unauthorized('This API is not available to incoming webhook bots.'),
  basicAuthenticationRequired: bad('This endpoint requires HTTP basic authentication.'),
  mustBeOwner: coded('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'),
  notForGuests: bad('Not allowed for guest users'),
  notForBots,
  mayNotCreateUsers: bad('User not authorized to create users'),
  rateLimit: coded('RATE_LIMIT_HIT', 'API usage exceeded rate limit', 'assumed', 429),

  // Parameters (assumed).
  malformedRequest: bad('Malformed request: {reason}'),
  requestTooLarge: coded('BAD_REQUEST', 'Request body is larger than {limit} bytes', 'assumed', 413),
  missingParameter: coded('REQUEST_VARIABLE_MISSING', "Missing '{name}' argument"),
  missingEventArgument: bad("Missing '{name}' argument"),
  confusingParameters: coded('REQUEST_CONFUSING_VAR', "Can't decide between '{first}' and '{second}' arguments"),
  unsupportedCombination: bad('Unsupported parameter combination: {parameters}'),
  notJson: bad('{name} is not valid JSON'),
  notAnInteger: bad('{name} is not an integer'),
  notABoolean: bad('{name} is not a boolean'),
  invalidValue: bad('Invalid {name}: {reason}'),
  badValue: bad("Bad value for '{name}': {value}"),
  notAString: bad('{name} is not a string'),
  fieldMissing: bad('{name} field is missing: Field required'),
  notAStringOrInteger: bad('{name} is not a string or integer'),
  notAStringOrIntegers: bad('{name} is not a string or an integer list'),
  notAList: bad('{name} is not a list'),
  notADict: bad('{name} is not a dict'),
  blank: bad('{name} cannot be blank'),
  operandBlank: bad('{name} cannot be blank.'),
  invalidWord: bad('Invalid {name}'),
  notInList: bad('Invalid {name}: Value error, Not in the list of possible values'),
  tooSmall: bad('{name} is too small'),
  tooLarge: bad('{name} is too large'),

  // Scheduled messages and messages (assumed).
  nothingToChange: bad('Nothing to change'),
  recipientNeededWithType: bad('Recipient required when updating type of scheduled message.'),
  topicNeededWithType: bad('Topic required when updating scheduled message type to channel.'),
  deliveryTimeMustBeFuture: bad('Scheduled delivery time must be in the future.'),
  scheduledMessageAlreadySent: bad('Scheduled message was already sent'),
  invalidDataTypeForChannelId: bad('Invalid data type for channel ID'),
  invalidDataTypeForChannel: bad('Invalid data type for channel'),
  expectedOneChannel: bad('Expected exactly one channel'),
  invalidDataTypeForRecipients: bad('Invalid data type for recipients'),
  messageMustHaveRecipients: bad('Message must have recipients'),
  messageMustNotBeEmpty: bad('Message must not be empty'),
  messageMustNotContainNull: bad('Message must not contain null bytes'),
  notAuthorizedToSend: bad("Not authorized to send to channel '{name}'"),
  channelNameDoesNotExist: coded('STREAM_DOES_NOT_EXIST', "Channel '{stream}' does not exist"),
  invalidCharacterInTopic: bad('Invalid character in topic, at position {position}!'),
  topicCannotBeEmpty: bad("Topic can't be empty!"),
  topicsRequired: bad('Topics are required in this organization'),
  topicsRequiredToMove: bad('Topics are required in this organization.'),
  missingTopic: bad('Missing topic'),
  missingChannel: bad('Missing channel'),
  invalidEmail: bad("Invalid email '{email}'"),
  idsOrEmails: bad('Recipient lists may contain emails or user IDs, but not both.'),
  noLongerUsing: bad("'{email}' is no longer using {brand}."),
  invalidMessages,
  tooManyMessages: bad('Too many messages requested (maximum {maximum}).'),
  anchorOnlyExcludedAtEnd: bad('The anchor can only be excluded at an end of the range'),
  missingAnchor: bad("Missing 'anchor' argument."),
  invalidAnchor: bad('Invalid anchor'),
  badNarrow: coded('BAD_NARROW', 'Invalid narrow operator: {desc}'),
  badNarrowCombination: coded('BAD_NARROW', 'Invalid narrow operator combination: {desc}'),
  operatorNotSupported: bad('Operator {operator} not supported.'),
  operandNotSupported: bad('Operand {operand} not supported.'),
  noEditPermission: bad("You don't have permission to edit this message"),
  noMovePermission: bad("You don't have permission to move this message"),
  noResolvePermission: bad("You don't have permission to resolve topics."),
  editingDisabled: bad('Your organization has turned off message editing'),
  editTimeIsUp: bad('The time limit for editing this message has passed'),
  topicTimeIsUp: bad("The time limit for editing this message's topic has passed."),
  channelTimeIsUp: bad("The time limit for editing this message's channel has passed"),
  moveTimeIsUp: coded(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'You only have permission to move the {total_messages_allowed_to_move}/{total_messages_in_topic} most recent messages in this topic.',
  ),
  generalChatCannotBeResolved: bad('General chat cannot be marked as resolved'),
  deleteTimeIsUp: bad('The time limit for deleting this message has passed'),
  channelWildcardNotAllowed: coded(
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use channel wildcard mentions in this channel.',
  ),
  topicWildcardNotAllowed: coded(
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use topic wildcard mentions in this topic.',
  ),
  groupMentionNotAllowed: bad("You are not allowed to mention user group '{group_name}'."),
  notAllowedToPost: bad('You do not have permission to post in this channel.'),
  directMessagesDisabled: bad('Direct messages are disabled in this organization.'),
  conversationNotAuthorized: bad('This conversation does not include any users who can authorize it.'),
  mayNotStartConversation: bad('You do not have permission to initiate direct message conversations.'),
  invalidMirroredMessage: bad('Invalid mirrored message'),
  directMessagesHaveNoTopics: bad('Direct messages cannot have topics.'),
  directMessagesCannotMove: bad('Direct messages cannot be moved to channels.'),
  propagateNeedsTopic: bad('Invalid propagate_mode without topic edit'),
  contentAndChannel: bad('Cannot change message content while changing channel'),
  widgetsCannotBeEdited: bad('Widgets cannot be edited.'),
  expectationMismatch: coded('EXPECTATION_MISMATCH', "'{field_name}' value does not match the expected value."),
  readReceiptsDisabled: bad('Read receipts are disabled in this organization.'),
  noDeletePermission: bad("You don't have permission to delete this message"),
  invalidWidget: bad('Widgets: {reason}'),

  // Drafts and saved snippets (assumed).
  draftDoesNotExist: coded('BAD_REQUEST', 'Draft does not exist', 'assumed', 404),
  draftTimeNegative: bad('Timestamp must not be negative.'),
  draftNeedsOneChannel: bad('Must specify exactly 1 channel ID for channel messages'),
  topicMustNotContainNull: bad('Topic must not contain null bytes'),
  savedSnippetDoesNotExist: coded('BAD_REQUEST', 'Saved snippet does not exist.', 'assumed', 404),

  // Topics (assumed).
  invalidChannelId: bad('Invalid channel ID'),
  invalidChannelName: bad("Invalid channel name '{stream}'"),
  missingChannelOfTopic: bad("Missing 'stream_id' argument"),
  noSuchTopic: bad("No such topic '{topic}'"),
  topicAlreadyMuted,
  topicNotMuted,

  // Users, groups, emoji (assumed).
  userDeactivated: bad('User is deactivated'),
  userNotMuted: bad('User is not muted'),
  invalidEmojiCode: bad('Invalid emoji code.'),
  invalidEmojiType: bad('Invalid emoji type.'),
  invalidCustomEmojiName: bad('Invalid custom emoji name.'),
  customEmojiDeactivated: bad('This custom emoji has been deactivated.'),
  reactionExists,
  reactionDoesNotExist,
  emojiNameOrCodeNeeded: bad('At least one of the following arguments must be present: emoji_name, emoji_code'),
  userGroupDeactivated: bad('User group is deactivated.'),

  // Changing groups and users (assumed).
  groupNameEmpty: bad("User group name can't be empty!"),
  groupNameTooLong: bad('User group name cannot exceed {limit} characters.'),
  groupNamePrefix: bad("User group name cannot start with '{prefix}'."),
  groupExists: bad("User group '{name}' already exists."),
  groupUnchanged: bad('No new data supplied'),
  groupMembersUnchanged: bad('Nothing to do. Specify at least one of "add" or "delete".'),
  groupMembershipUnchanged: bad(
    'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
  ),
  alreadyGroupMember: bad('User {user_id} is already a member of this group'),
  notGroupMember: bad("There is no member '{user_id}' in this user group"),
  alreadySubgroup: bad('User group {group_id} is already a subgroup of this group.'),
  notSubgroup: bad('User group {group_id} is not a subgroup of this group.'),
  subgroupCycle: bad('User group {user_group_id} is already a subgroup of one of the passed subgroups.'),
  invalidUserGroupId: bad('Invalid user group ID: {group_id}'),
  placeholderAccount: bad('Cannot activate a placeholder account; ask the user to sign up, instead.'),

  // Accounts and settings (assumed).
  emailInUse: bad('Email is already in use.'),
  passwordTooWeak: bad('The password is too weak.'),
  ownerRoleStays: bad('The owner permission cannot be removed from the only organization owner.'),
  lastOfThem: coded('CANNOT_DEACTIVATE_LAST_USER', 'Cannot deactivate the only {entity}.'),
  profileChoiceUnknown: bad("'{value}' is not a valid choice for '{field_name}'."),
  notADate: bad('{name} is not a date'),
  notAUrl: bad('{name} is not a URL'),
  notAnAddress: bad('Enter a valid email address.'),
  wrongPassword: coded('AUTHENTICATION_FAILED', 'Your username or password is incorrect', 'assumed', 401),
  loginDeactivated: coded('USER_DEACTIVATED', 'Account is deactivated', 'assumed', 401),
  invalidAddress: bad('Invalid address.'),
  emailTaken: bad('Already has an account.'),
  invalidLanguage: bad('Invalid default_language'),
  invalidRealmLanguage: bad("Invalid language '{language}'"),
  invalidCallProvider: bad('Invalid video_chat_provider {provider}'),
  invalidSound: bad("Invalid notification sound '{sound}'"),
  passwordWrong: bad('Wrong password!'),
  newPasswordTooWeak: bad('New password is too weak!'),
  addressChangesOff: bad('Email address changes are disabled in this organization.'),
  invalidTimezone: bad('Invalid timezone: Value error, Not a recognized time zone'),
  invalidBatchingPeriod: bad('Invalid email batching period: {seconds} seconds'),
  systemGroupRequired: coded('SYSTEM_GROUP_REQUIRED', "'{setting_name}' must be a system user group."),

  // Invitations (assumed).
  noSuchInvitation: bad('No such invitation'),
  invitationRevoked: bad('Invitation has already been revoked'),
  invitationNeedsAddress: bad('You must specify at least one email address.'),
  channelNotForInvitation: bad('Invalid channel ID {channel_id}. No invites were sent.'),
  invitationAddressesInvalid: coded(
    'INVITATION_FAILED',
    "Some emails did not validate, so we didn't send any invitations.",
  ),
  nobodyInvited: coded('INVITATION_FAILED', "We weren't able to invite anyone."),
  notAllInvited: coded(
    'INVITATION_FAILED',
    "Some of those addresses are already using {brand}, so we didn't send them an invitation. We did send invitations to everyone else!",
  ),

  // Bots (assumed).
  noSuchBot: bad('No such bot'),
  badBotName: bad('Bad name or username'),
  botUsernameInUse: bad('Email is already in use.'),
  botNameInUse: bad('Name is already in use.'),
  fullNameTooShort: bad('Name too short!'),
  fullNameTooLong: bad('Name too long!'),
  fullNameCharacters: bad('Invalid characters in name!'),
  fullNameFormat: bad('Invalid format!'),
  invalidBotType: bad('Invalid bot type'),
  embeddedBotsDisabled: bad('Embedded bots are not enabled.'),
  invalidInterface: bad('Invalid interface type'),
  invalidPayloadUrl: bad('Invalid payload_url: Value error, Not a URL'),
  invalidServicePayloadUrl: bad('Invalid service_payload_url: Value error, Not a URL'),
  botOwnerNotFound: bad('Failed to change owner, no such user'),
  botOwnerDeactivated: bad('Failed to change owner, user is deactivated'),
  botOwnerIsBot: bad("Failed to change owner, bots can't own other bots"),
  noSuchKey: bad('Key does not exist.'),
  botStorageTooLarge: bad('Cannot perform operation. {size} characters over storage limit.'),

  // Organisation (assumed).
  invalidOrder: bad('Invalid order mapping.'),
  duplicatedLinkifiers: bad('The ordered list must not contain duplicated linkifiers'),
  incompleteLinkifiers: bad('The ordered list must enumerate all existing linkifiers exactly once'),

  // Custom emoji and profile fields (assumed).
  emojiNameMissing: bad('Emoji name is missing'),
  emojiNameCharacters: bad(
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
  ),
  emojiNameEnding: bad('Emoji names must end with either a letter or digit.'),
  emojiExists: bad('A custom emoji with this name already exists.'),
  emojiFileNeeded: bad('You must upload exactly one file.'),
  avatarFileNeeded: bad('You must upload exactly one avatar.'),
  avatarChangesOff: bad('Avatar changes are disabled in this organization.'),
  exportLimitReached: bad('Exceeded rate limit.'),
  exportNeedsConsent: bad(
    'Make sure at least one Organization Owner is consenting to the export or contact {support} for help.',
  ),
  exportNeedsAddress: bad(
    'Make sure at least one Organization Owner allows other Administrators to see their email address or contact {support} for help',
  ),
  exportNotFound: bad('Invalid data export ID'),
  exportDeleted: bad('Export already deleted'),
  exportPending: bad('Export still in progress'),
  invalidDomain: bad('Invalid domain: {problem}'),
  domainExists: bad('The domain {domain} is already a part of your organization.'),
  domainNotFound: bad('No entry found for domain {domain}.'),
  playgroundNotFound: bad('Invalid playground'),
  playgroundExists: bad('Realm playground with this Realm, Pygments language and Name already exists.'),
  playgroundLanguage: bad('Invalid characters in pygments language'),
  playgroundNeedsCode: bad('Missing the required variable "code" in the URL template'),
  playgroundOnlyCode: bad('"code" should be the only variable present in the URL template'),
  reminderDoesNotExist: coded('BAD_REQUEST', 'Reminder does not exist', 'assumed', 404),
  reminderNoteTooLong: bad('Maximum reminder note length: {limit} characters'),
  reportNeedsDescription: bad('An explanation is required.'),
  reportsDisabled: bad('Message reporting is not enabled in this organization.'),
  invalidImageFormat: coded('BAD_IMAGE', 'Invalid image format'),
  notAnImage: coded('BAD_IMAGE', 'Could not decode image; did you upload an image file?'),
  fieldNotEditable: bad('You are not allowed to change this field. Contact an administrator to update it.'),
  emojiTooLarge: bad('Uploaded file is larger than the allowed limit of {limit} MiB'),
  emojiOverridesDefault: bad('Only administrators can override default emoji.'),
  emojiNotFound: coded('BAD_REQUEST', "Emoji '{emoji_name}' does not exist", 'assumed', 404),
  emojiNotOwn: bad('Must be an organization administrator or emoji author'),
  fieldLabelBlank: bad('Label cannot be blank.'),
  fieldLabelTaken: bad('A field with that label already exists.'),
  invalidFieldType: bad('Invalid field type.'),
  fieldChoicesNeeded: bad('Field must have at least one choice.'),
  fieldNotFound: bad('Field id {field_id} not found.'),
  tooManySummaryFields: bad('Only 2 custom profile fields can be displayed in the profile summary.'),

  // Linkifiers (assumed).
  linkifierNotFound: bad('Linkifier not found.'),
  linkifierExists: bad('Linkifier with this Realm and Pattern already exists.'),
  blankField: bad('This field cannot be blank.'),
  badRegularExpression: bad('Bad regular expression: {reason}'),
  invalidUrlTemplate: bad('Invalid URL template.'),
  templateGroupNotInPattern: bad("Group '{group}' in URL template is not present in linkifier pattern."),
  patternGroupNotInTemplate: bad("Group '{group}' in linkifier pattern is not present in URL template."),
  exampleNeeded: bad('Example text is required when auto-conversion field is set.'),
  exampleDoesNotMatch: bad('Example input does not match the linkifier pattern.'),
  exampleDoesNotComeBack: bad('Example text does not match auto-conversion field.'),
  reverseBraceMissing: bad("Invalid auto-conversion field: missing '}' character."),
  reverseNameEmpty: bad('Invalid auto-conversion field: empty field name.'),
  reverseGroupNotInPattern: bad("Group '{group}' in auto-conversion field is not present in linkifier pattern."),

  // Calls, notifications and files (assumed).
  callProviderNotConfigured: bad('{provider} credentials have not been configured'),
  callProviderUnreachable: bad('Error connecting to the {provider} server: {reason}'),
  callNotCreated: bad('Failed to create {provider} call'),
  noNotificationYet: bad('No outgoing-webhook notification has been sent for this bot'),
  fileNotFound: coded('BAD_REQUEST', 'This file does not exist or has been deleted.', 'assumed', 404),
  fileForbidden: coded('BAD_REQUEST', 'You are not authorized to view this file.', 'assumed', 403),
  noFile: bad('You must specify a file to upload'),
  severalFiles: bad('You may only upload one file at a time'),
  fileTooLarge: bad("File is larger than this server's configured maximum upload size ({limit} MiB)."),

  // Presence, status, typing and flags (assumed).
  invalidPresenceStatus: bad('Invalid status: {status}'),
  noPresenceOfBots: bad('Presence is not supported for bot users.'),
  noPresenceData: bad('No presence data for {who}'),
  channelTypingOff: bad('User has disabled typing notifications for channel messages'),
  directTypingOff: bad('User has disabled typing notifications for direct messages'),
  missingRecipients: bad("Missing 'to' argument"),
  noRecipients: bad("Empty 'to' list"),
  invalidFlag: bad("Invalid flag: '{flag}'"),
  invalidFlagOperation: bad("Invalid message flag operation: '{op}'"),
  flagNotEditable: bad("Flag not editable: '{flag}'"),
  submessageNotAllowed: bad('You cannot attach a submessage to this message.'),
  submessageNotJson: bad('Invalid json for submessage'),
  invalidSubmessage: bad('{reason}'),

  // Channels and subscriptions (assumed).
  channelsDoNotExist: bad('Channel(s) ({names}) do not exist'),
  notSubscribed: bad('Not subscribed to channel ID {channel_id}'),
  invalidParameters: bad('Invalid parameters'),
  notAuthorizedForQuery: bad('User not authorized for this query'),
  defaultChannelPrivate: bad('A default channel cannot be private.'),
  defaultChannelsNotManaged: bad('You do not have permission to change default channels.'),
  webPublicChannelsOff: bad('Web-public channels are not enabled.'),
  privateChannelAsDefault: bad('Private channels cannot be made default.'),
  unknownSubscriptionProperty: bad('Unknown subscription property: {property}'),
  invalidColour: bad('{name} is not a valid hex color code'),
  channelNotAccessible: bad('Unable to access channel ({name}).'),
  channelNotAdministered: bad('You do not have permission to administer this channel.'),
  channelNameEmpty: bad("Channel name can't be empty."),
  channelNameTooLong: bad('Channel name too long (limit: {limit} characters).'),
  channelNameCharacter: bad('Invalid character in channel name, at position {position}.'),
  channelNameInUse: bad('Channel name is already in use.'),
  channelNameSame: bad('Channel already has that name.'),
  channelExists: coded('CHANNEL_ALREADY_EXISTS', "Channel '{channel_name}' already exists"),
  channelNotArchived: bad('Channel is not currently deactivated'),
  invalidChannelFolder: bad('Invalid channel folder ID'),
  channelFolderNameEmpty: bad("Channel folder name can't be empty."),
  channelFolderExists: bad("Channel folder '{name}' already exists"),
  channelFolderCharacter: bad('Invalid character in channel folder name, at position {position}.'),
  channelFolderInUse: bad('You need to remove all the channels from this folder to archive it.'),

  // Event queues (assumed).
  badEventQueueId: coded('BAD_EVENT_QUEUE_ID', 'Bad event queue ID: {queue_id}'),
  eventPruned: bad('An event newer than {event_id} has already been pruned!'),
  eventNotInQueue: bad('Event {event_id} was not in this queue'),

  // Without a code (assumed).
  unknownPath: { msg: 'Not Found', status: 404, source: 'assumed' },
  methodNotAllowed: { msg: 'Method Not Allowed', status: 405, source: 'assumed' },
  internalError: { msg: 'Internal server error', status: 500, source: 'assumed' },
} as const satisfies Record<string, ErrorRow>

export type ErrorId = keyof typeof errors
