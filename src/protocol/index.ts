/** What goes over the wire, declared once for client, receiver and simulator. Pure data and zod; runs anywhere. */

export { type Access, accessAt, accessErrors, accessRefusal, type Caller } from './access.js'
export { describeAccess, whoMayCall } from './accessText.js'
export {
  type Dialect,
  type DialectName,
  type DialectWords,
  dialectIn,
  dialectOf,
  dialects,
  fromWire,
  speaks,
  svcDialect,
  toWire,
  toWirePath,
  zulipDialect,
} from './dialect.js'
export { dialectWordsOf } from './dialectWords.js'
export { answerSchema, decodeParameters, type ReceivedRequest } from './encoding/decoding.js'
export { type EncodedRequest, encodeRequest, encodeValue, type Field, parametersSchema } from './encoding/encoding.js'
export { pathText } from './encoding/issuePath.js'
export type { NarrowCondition, NarrowTerm } from './encoding/narrow.js'
export { isOptional, type WireKind, wireKind } from './encoding/wireKind.js'
export { type Endpoint, isInPath, isThere, type Method } from './endpoint.js'
export {
  type Answer,
  type EndpointName,
  endpointNamed,
  endpoints,
  endpointsAt,
  isServed,
  type Params,
  type ReadParams,
} from './endpoints/index.js'
export { exportTypes, realmPermissions, realmSwitches } from './endpoints/organisation/realm.js'
export {
  Event,
  type ReactionEvent,
  type RealmUserEvent,
  type SubmessageEvent,
  type UpdateMessageEvent,
} from './entities/event.js'
export { eventShapes } from './entities/eventShapes.js'
export {
  ChannelMessage,
  DirectMessage,
  Edit,
  Message,
  Reaction,
  Recipient,
  Submessage,
  systemRealm,
  TopicLink,
} from './entities/message.js'
export {
  Attachment,
  Channel,
  ChannelFolder,
  CustomEmoji,
  channelPermissions,
  DataExport,
  ExportConsent,
  GroupSetting,
  groupPermissions,
  Invitation,
  Linkifier,
  Playground,
  PresenceEntry,
  ProfileField,
  RealmDomain,
  Subscription,
  UserGroup,
  UserPresence,
} from './entities/organisation.js'
export { authenticationMethodKeys, ExternalAuthenticationMethod, serverSettings } from './entities/serverSettings.js'
export { Reminder, ScheduledMessage } from './entities/unsentMessage.js'
export { botTypes, ManagedBot, managedBots, ProfileValue, type RoleName, roles, User } from './entities/user.js'
export { changeOfShape, entitiesOf, type ObjectChange } from './entitiesOf.js'
export { errorsOf } from './errors/endpointErrors.js'
export { ErrorEnvelope, type SuccessEnvelope, successEnvelope } from './errors/envelope.js'
export { type ErrorFacts, errorBody, errorText } from './errors/errorBody.js'
export {
  authenticationCodes,
  type CodeWithExtras,
  type ErrorCode,
  type ErrorExtras,
  errorExtras,
  Objection,
} from './errors/errorExtras.js'
export {
  type ErrorId,
  type ErrorRow,
  errors,
  invalidMessages,
  noSuchUser,
  notForBots,
  reactionDoesNotExist,
  reactionExists,
  topicAlreadyMuted,
  topicNotMuted,
} from './errors/errors.js'
export { errorOn } from './errors/olderErrors.js'
export { refusalKind } from './errors/refusalKind.js'
export { exampleCalls } from './exampleCalls.js'
export {
  type AppliesTo,
  type ChangeKind,
  changeOf,
  type FeatureLevelRow,
  featureLevels,
  featureRow,
} from './levels/changes.js'
export { parameterLevels } from './levels/companionLevels.js'
export {
  beginsAt,
  type FeatureId,
  type Has,
  hasFeature,
  isAddition,
  isFeatureLevel,
  levelOf,
  type NamedFeature,
  newestFeatureLevel,
  releases,
  versionOf,
} from './levels/features.js'
export {
  type RegisterField,
  settingChoices,
  settingFields,
  settingsByThemselves,
  settingsObject,
} from './levels/settings.js'
export {
  formatFromTemplate,
  type OlderParameter,
  olderParameters,
  partiallyCompleted,
  prefixFromTemplate,
} from './levels/upgrade.js'
export { notSimulated } from './notSimulated.js'
export {
  type ClientCapability,
  clientCapabilities,
  codePoints,
  emojiTypes,
  emptyTopicDisplayName,
  eventRules,
  limits,
  nameRules,
  newestAnchor,
  noTopic,
  pictureTypes,
  reportReasons,
  resolvedTopicMark,
  unmarkedTopic,
  visibilityPolicies,
} from './rules/limits.js'
export type { Rule } from './rules/rules.js'
export { serverTexts } from './serverTexts.js'
export { summaryOf } from './summaries.js'
export { touches, type Usage } from './touching.js'
export {
  deliveryRules,
  disallowedNetworkStatus,
  failureNotices,
  failureText,
  noticeText,
  ownerNotices,
} from './webhook/deliveryRules.js'
export { checkNotification, type FindingWeight, findingWeights } from './webhook/notificationCheck.js'
export { type NotificationProblem, readNotification } from './webhook/readNotification.js'
export { Notification, noReply, olderDirectMessageTrigger, triggers, type WebhookReply } from './webhook/webhook.js'
export {
  type Choice,
  changeFieldChecks,
  choiceFields,
  choicesOf,
  newOption,
  newTask,
  type PollResult,
  pollResult,
  readWidgetChange,
  type TaskList,
  taskListOf,
  type WidgetChange,
  type WidgetContent,
  type WithSubmessages,
  widgetChanges,
} from './widgets.js'
