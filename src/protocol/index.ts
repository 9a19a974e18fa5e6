/** The wire, declared once: what client, receiver and simulator agree on. Pure data and zod; runs anywhere. */

export { answerSchema, type Decoded, decodeParameters, type ReceivedRequest } from './decoding.js'
export {
  deliveryRules,
  disallowedNetworkStatus,
  failureNotices,
  failureText,
  noticeText,
  ownerNotices,
} from './deliveryRules.js'
export {
  type Dialect,
  type DialectName,
  dialectIn,
  dialectOf,
  dialects,
  fromWire,
  svcDialect,
  toWire,
  toWirePath,
  zulipDialect,
} from './dialect.js'
export { type EncodedRequest, encodeRequest, encodeValue, type Field, parametersSchema } from './encoding.js'
export { type Access, type Endpoint, isInPath, type Method } from './endpoint.js'
export {
  type Answer,
  type EndpointName,
  type EndpointNamed,
  endpointNamed,
  endpoints,
  type Params,
  type ReadParams,
} from './endpoints/index.js'
export { realmSwitches } from './endpoints/realm.js'
export { endpointsAt } from './endpointsAt.js'
export { Event } from './entities/event.js'
export { Invitation } from './entities/invitation.js'
export { ManagedBot, managedBots } from './entities/managedBot.js'
export {
  ChannelMessage,
  DirectMessage,
  Edit,
  Message,
  Reaction,
  type ReactionType,
  Recipient,
  reactionTypes,
  Submessage,
  TopicLink,
} from './entities/message.js'
export {
  Attachment,
  Channel,
  ChannelFolder,
  CustomEmoji,
  GroupSetting,
  Linkifier,
  PresenceEntry,
  ProfileField,
  UserGroup,
  UserPresence,
} from './entities/organisation.js'
export { ScheduledMessage } from './entities/scheduledMessage.js'
export {
  authenticationMethodKeys,
  ExternalAuthenticationMethod,
  serverSettings,
} from './entities/serverSettings.js'
export { botTypes, ProfileValue, User } from './entities/user.js'
export { ErrorEnvelope, type SuccessEnvelope, successEnvelope } from './envelope.js'
export { errorBody } from './errorBody.js'
export { type CodeWithExtras, type ErrorExtras, errorExtras, Objection } from './errorExtras.js'
export type { ErrorRow } from './errorRow.js'
export {
  type ErrorCode,
  type ErrorFacts,
  type ErrorId,
  errors,
  errorText,
  section7,
} from './errors.js'
export { type ClientCapability, clientCapabilities, eventRules } from './eventRules.js'
export type { AppliesTo, ChangeKind, FeatureLevelRow } from './featureLevel.js'
export { beginsAt, featureRow, hasFeature, isFeatureLevel, newestFeatureLevel } from './features.js'
export { authenticationCodes } from './handledErrors.js'
export { type FeatureId, featureLevels, type Has } from './levels.js'
export { codePoints, emptyTopicDisplayName, limits, newestAnchor, noTopic } from './limits.js'
export { nameRules } from './nameRules.js'
export type { NarrowOperator, NarrowTerm } from './narrow.js'
export { checkNotification, type FindingWeight, findingWeights, type NotificationFinding } from './notificationCheck.js'
export { notSimulated } from './notSimulated.js'
export { formatFromTemplate, type OlderParameter, olderParameters } from './olderParameters.js'
export { pathText } from './pathText.js'
export { type NotificationProblem, type ReadNotification, readNotification } from './readNotification.js'
export {
  fieldsAt,
  ownSettings,
  registerFields,
  SystemGroup,
  settingsByThemselves,
  settingsObject,
  statefulAt,
  userSettings,
} from './registerFields.js'
export { releases, versionOf } from './releases.js'
export { resolvedTopicMark, unmarkedTopic } from './resolvedTopic.js'
export { type RoleName, roles } from './roles.js'
export type { Rule } from './rules.js'
export { serverTexts } from './serverTexts.js'
export { touches, type Usage } from './touching.js'
export { olderDirectMessageTrigger, triggers } from './triggers.js'
export { partiallyCompleted } from './upgrade.js'
export { visibilityPolicies } from './visibilityPolicies.js'
export { Notification } from './webhook.js'
export { noReply, type WebhookReply } from './webhookReply.js'
export { isOptional, type WireKind, wireKind } from './wireKind.js'
