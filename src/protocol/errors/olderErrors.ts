import type { FeatureId, Has } from '../levels/features.js'
import { type ErrorId, type ErrorRow, errors } from './errors.js'

/** How servers without a feature word an error: what differs from the row of the catalogue. */
interface OlderError extends Partial<Pick<ErrorRow, 'code' | 'msg' | 'omits'>> {
  readonly before: FeatureId
}

/** Another text before "stream" became "channel". */
const stream = /* @__NO_SIDE_EFFECTS__ */ (msg: string): readonly OlderError[] => [{ before: 'channelWords', msg }]
const untyped = /* @__NO_SIDE_EFFECTS__ */ (msg: string): readonly OlderError[] => [{ before: 'typedParameters', msg }]
const reworded = /* @__NO_SIDE_EFFECTS__ */ (msg: string): readonly OlderError[] => [{ before: 'uniqueNameTexts', msg }]

/**
 * Texts and codes that changed, newest first; an older entry overrides a newer one. Texts of the specification are the same
 * at every level.
 */
const olderErrors: Partial<Readonly<Record<ErrorId, readonly OlderError[]>>> = {
  channelNameDoesNotExist: stream("Stream '{stream}' does not exist"),
  invalidChannelId: stream('Invalid stream ID'),
  invalidChannelName: stream("Invalid stream name '{stream}'"),
  invalidDataTypeForChannel: stream('Invalid data type for stream'),
  invalidDataTypeForChannelId: stream('Invalid data type for stream ID'),
  expectedOneChannel: stream('Expected exactly one stream'),
  missingChannel: stream('Missing stream'),
  notAuthorizedToSend: stream("Not authorized to send to stream '{name}'"),
  directMessagesCannotMove: [
    { before: 'channelWords', msg: 'Direct messages cannot be moved to streams.' },
    { before: 'directMessageWords', msg: 'Private messages cannot be moved to streams.' },
  ],
  fileNotFound: [{ before: 'uploadPages', msg: 'File not found.' }],
  directMessagesHaveNoTopics: [{ before: 'directMessageWords', msg: 'Private messages cannot have topics.' }],
  directMessagesDisabled: [
    { before: 'directMessageWords', msg: 'Private messages are disabled in this organization.' },
  ],
  contentAndChannel: stream('Cannot change message content while changing stream'),
  topicTimeIsUp: stream("The time limit for editing this message's topic has passed"),
  channelTimeIsUp: stream("The time limit for editing this message's stream has passed"),
  channelWildcardNotAllowed: [
    {
      before: 'channelWords',
      msg: 'You do not have permission to use stream wildcard mentions in this stream.',
    },
    {
      before: 'wildcardMentionCodes',
      code: 'BAD_REQUEST',
      msg: 'You do not have permission to use wildcard mentions in this stream.',
    },
  ],
  groupMentionNotAllowed: [
    {
      before: 'shortGroupMentionText',
      msg: "You are not allowed to mention user group '{group_name}'. You must be a member of '{allowed_group}' to mention this group.",
    },
  ],
  draftNeedsOneChannel: stream('Must specify exactly 1 stream ID for stream messages'),
  topicNeededWithType: stream('Topic required when updating scheduled message type to stream.'),
  channelNotForInvitation: stream('Invalid stream ID {channel_id}. No invites were sent.'),
  channelsDoNotExist: stream('Stream(s) ({names}) do not exist'),
  notSubscribed: stream('Not subscribed to stream id {channel_id}'),
  privateChannelAsDefault: stream('Private streams cannot be made default.'),
  channelNotAccessible: stream('Unable to access stream ({name}).'),
  channelNotAdministered: [
    {
      before: 'channelAdministrators',
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    },
  ],
  channelNameEmpty: stream("Stream name can't be empty!"),
  channelNameTooLong: stream('Stream name too long (limit: {limit} characters).'),
  channelNameCharacter: stream('Invalid character in stream name, at position {position}!'),
  channelNameInUse: [
    { before: 'uniqueNameTexts', msg: 'Channel name already in use.' },
    { before: 'channelWords', msg: "Stream name '{name}' is already taken." },
  ],
  channelTypingOff: stream('User has disabled typing notifications for stream messages'),
  defaultChannelPrivate: stream('A default stream cannot be private.'),
  webPublicChannelsOff: stream('Web-public streams are not enabled.'),
  channelNameSame: stream('Stream already has that name!'),

  expectationMismatch: [
    { before: 'mismatchedField', msg: "'old' value does not match the expected value.", omits: ['field_name'] },
  ],
  groupInUse: [{ before: 'groupInUseCode', code: 'BAD_REQUEST' }],

  emailInUse: reworded("Email '{email}' already in use"),
  botUsernameInUse: reworded('Username already in use'),
  botNameInUse: reworded('Name is already in use!'),

  notJson: untyped('Argument "{name}" is not valid JSON.'),
  fieldMissing: untyped('{key} key is missing from {holder}'),
  blank: untyped('{name} cannot be blank.'),
  invalidTimezone: untyped('timezone is not a recognized time zone'),
  invalidPayloadUrl: untyped('payload_url is not a URL'),
  invalidServicePayloadUrl: untyped('service_payload_url is not a URL'),
}

let byRow: ReadonlyMap<ErrorRow, readonly OlderError[]> | undefined

/** An error of the catalogue as one particular server has it. */
export function errorOn(row: ErrorRow, has: Has): ErrorRow {
  // Made here: a table that is made when it is loaded stays in the bundles of bots, which have no use for it.
  byRow ??= new Map(Object.entries(olderErrors).map(([id, older]) => [errors[id as ErrorId], older]))
  let found = row
  for (const { before, ...older } of byRow.get(row) ?? []) if (!has(before)) found = { ...found, ...older }
  return found
}
