/** The wire, declared once: what client, receiver and simulator agree on. Pure data and zod; runs anywhere. */

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
export { answerSchema, type Decoded, decodeParameters, type ReceivedRequest } from './encoding/decoding.js'
export { type EncodedRequest, encodeRequest, encodeValue, type Field, parametersSchema } from './encoding/encoding.js'
export type { NarrowOperator, NarrowTerm } from './encoding/narrow.js'
export { pathText } from './encoding/pathText.js'
export { isOptional, type WireKind, wireKind } from './encoding/wireKind.js'
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
export { realmSwitches } from './endpoints/organisation/realm.js'
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
export { ErrorEnvelope, type SuccessEnvelope, successEnvelope } from './errors/envelope.js'
export { errorBody } from './errors/errorBody.js'
export { type CodeWithExtras, type ErrorExtras, errorExtras, Objection } from './errors/errorExtras.js'
export type { ErrorRow } from './errors/errorRow.js'
export {
  type ErrorCode,
  type ErrorFacts,
  type ErrorId,
  errors,
  errorText,
  section7,
} from './errors/errors.js'
export { authenticationCodes } from './errors/handledErrors.js'
export { endpointsAt } from './levels/endpointsAt.js'
export type { AppliesTo, ChangeKind, FeatureLevelRow } from './levels/featureLevel.js'
export { beginsAt, featureRow, hasFeature, isFeatureLevel, newestFeatureLevel } from './levels/features.js'
export { type FeatureId, featureLevels, type Has } from './levels/levels.js'
export { formatFromTemplate, type OlderParameter, olderParameters } from './levels/olderParameters.js'
export { releases, versionOf } from './levels/releases.js'
export { partiallyCompleted } from './levels/upgrade.js'
export { notSimulated } from './notSimulated.js'
export { type ClientCapability, clientCapabilities, eventRules } from './rules/eventRules.js'
export { codePoints, emptyTopicDisplayName, limits, newestAnchor, noTopic } from './rules/limits.js'
export { nameRules } from './rules/nameRules.js'
export {
  fieldsAt,
  ownSettings,
  registerFields,
  SystemGroup,
  settingsByThemselves,
  settingsObject,
  statefulAt,
  userSettings,
} from './rules/registerFields.js'
export { resolvedTopicMark, unmarkedTopic } from './rules/resolvedTopic.js'
export { type RoleName, roles } from './rules/roles.js'
export type { Rule } from './rules/rules.js'
export { visibilityPolicies } from './rules/visibilityPolicies.js'
export { serverTexts } from './serverTexts.js'
export { touches, type Usage } from './touching.js'
export {
  deliveryRules,
  disallowedNetworkStatus,
  failureNotices,
  failureText,
  noticeText,
  ownerNotices,
} from './webhook/deliveryRules.js'
export {
  checkNotification,
  type FindingWeight,
  findingWeights,
  type NotificationFinding,
} from './webhook/notificationCheck.js'
export { type NotificationProblem, type ReadNotification, readNotification } from './webhook/readNotification.js'
export { olderDirectMessageTrigger, triggers } from './webhook/triggers.js'
export { Notification } from './webhook/webhook.js'
export { noReply, type WebhookReply } from './webhook/webhookReply.js'
