export { type AttachedFile, attachmentsOf } from './arguments/attachments.js'
export type { CalendarDay } from './arguments/kinds.js'
export type { GroupArgument, TopicArgument, UserArgument } from './arguments/named.js'
export { BotSetupError, ContentTooLongError, HandlerError, UserError } from './base/errors.js'
export { errorFields, type Log, logOf, noop, silent, withFields } from './base/log.js'
export { areInOrder, messageKey } from './base/messageKey.js'
export {
  type EditedNotification,
  type EventNotification,
  eventOf,
  type FromBotNotification,
  followUp,
  type HeardEvent,
  isFromBot,
  isOverheard,
  type OverheardTrigger,
  type Overhears,
  type Sender,
  senderOf,
} from './base/notification.js'
export { RecordStore } from './base/recordStore.js'
export { RetryError } from './base/retryError.js'
export { joined, placeParts, topicPlace } from './base/storageKey.js'
export { Bot, type BotOptions } from './bot.js'
export type { CommandContext, CommandDetails, CommandSummary } from './commands/command.js'
export type { ArgsOf } from './commands/pattern.js'
export { Composer } from './composer.js'
export type { ComposerOptions } from './composerOptions.js'
export type { SentMessage } from './context/actions.js'
export type { Approval, ApprovalAnswer, ApproveOptions, AskOptions } from './context/asking.js'
export type { Context, ContextOf, ErrorHandler, FollowOptions, Handler, Middleware, Next } from './context/context.js'
export type { BotLockOptions } from './context/lock.js'
export { type ChoiceOption, choices, poll, type TodoTask, todo, Widget } from './context/widgets.js'
export { NotApproved } from './conversation/approval.js'
export { NoAnswer } from './conversation/ask.js'
export { removeConversationsAfter } from './conversation/conversationStore.js'
export { sentencesOf } from './conversation/deliveryContext.js'
export type { BotRun, BotRuntime } from './delivery/botRuntime.js'
export { Delivery, type DeliveryStep, type Following } from './delivery/delivery.js'
export {
  callsOf,
  combinedObserver,
  type DeliveryEnd,
  type DeliveryWatch,
  type JobWatch,
  type ObservedDelivery,
  type ObservedJob,
  type ObservedJobEnd,
  type ObservedRequest,
  type ObservedRoute,
  type Observer,
  type RequestEnd,
  type RequestWatch,
  runWithin,
} from './delivery/observer.js'
export { type DeliveryReplyOptions, InvalidReplyError, type Outgoing } from './delivery/outgoing.js'
export { type Destination, readMessage } from './delivery/place.js'
export type {
  DeadLetter,
  DeadLetters,
  DeadReason,
  JobEnd,
  LedgerLine,
  Queue,
  QueueEntry,
  QueueJob,
  QueueStatus,
  QueueWork,
} from './delivery/queue.js'
export { sendToConversation } from './delivery/sendToConversation.js'
export type {
  DeleteContext,
  EditContext,
  EventContext,
  HeardDeletion,
  HeardEdit,
  HeardMove,
  HeardReaction,
  MessageFilter,
  ReactionContext,
  SubscribedContext,
  TopicMovedContext,
  VoteContext,
} from './events/events.js'
export { followTime } from './following/follow.js'
export {
  followingFor,
  followMentioned,
  hearsFollowUps,
  listenerKey,
  placeIn,
  readFollowUp,
} from './following/following.js'
export { belongsTo, type FollowedPlace, FollowStore, sentBy } from './following/followStore.js'
export { access } from './middleware/access.js'
export { adding } from './middleware/adding.js'
export { type CooldownOptions, cooldown } from './middleware/cooldown.js'
export { type IdempotenceOptions, idempotence } from './middleware/idempotence.js'
export { logging, type TimingOptions, timing } from './middleware/logging.js'
export { type TypingOptions, typing } from './middleware/typing.js'
export { sendTo } from './outgoing/send.js'
export type { Access } from './people/access.js'
export type { People } from './people/people.js'
export type { Declared } from './routes/keeps.js'
export type { Filter, FilterContext, MatchContext } from './routes/routes.js'
export type { ScheduleContext } from './schedule/context.js'
export type { ScheduleOptions } from './schedule/schedule.js'
export type { ChooseSentences, SentencesOption } from './sentences/choose.js'
export { english } from './sentences/english.js'
export type { Sentences } from './sentences/sentences.js'
export type { SessionKey, TopicSubject, UserSubject } from './session/key.js'
export { type Session, type SessionEntry, type SessionOptions, session } from './session/session.js'
export { SessionError } from './session/sessionError.js'
export type { SessionContext, SessionState } from './session/state.js'
export {
  directNarrow,
  type HistoryMessage,
  type HistoryOptions,
  history,
  narrowOf,
  topicNarrow,
} from './streams/history.js'
export type { StreamEnd } from './streams/record.js'
export { allOf, type TextSource } from './streams/source.js'
export { isStopReaction } from './streams/stopSign.js'
export { type StreamedMessage, type StreamOptions, stream } from './streams/stream.js'
export { type StreamToOptions, streamTo } from './streams/streamTo.js'
export type { ConvertsText, TextForm } from './streams/writer.js'
