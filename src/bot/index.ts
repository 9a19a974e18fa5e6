/** What a bot's author writes with. Runs anywhere. */

export type { Access, AccessRule } from './access.js'
export type { GroupArgument } from './arguments/group.js'
export type { ArgumentTypes } from './arguments/kinds.js'
export type { TopicArgument } from './arguments/topic.js'
export type { UserArgument } from './arguments/user.js'
export { Bot, type BotOptions } from './bot.js'
export type { CommandContext, CommandDetails } from './commands/command.js'
export { type CommandModule, Commands, type CommandsOptions } from './commands/commands.js'
export type { ArgsOf } from './commands/patternTypes.js'
export type {
  Context,
  ContextOf,
  ErrorHandler,
  Handler,
  HandlerResult,
  HandlerValue,
  Middleware,
  Next,
  Sender,
} from './context.js'
export type { AskOptions } from './conversation/askOptions.js'
export { NoAnswer, type NoAnswerCode } from './conversation/noAnswer.js'
export { placeOf } from './conversation/place.js'
export type { Delivery, DeliveryReplyOptions, DeliveryStep, ReplyOptions } from './delivery/delivery.js'
export type { BotRun, BotRuntime } from './delivery/runtime.js'
export { BotSetupError, HandlerError, UserError } from './errors.js'
export type { Filter, FilterContext } from './filters.js'
export type { BotLockOptions } from './locks/lockOptions.js'
export { errorFields, type Log, noop, silent, withFields } from './log.js'
export { access } from './middleware/access.js'
export { adding } from './middleware/adding.js'
export { type CooldownOptions, cooldown } from './middleware/cooldown.js'
export { type IdempotenceOptions, idempotence } from './middleware/idempotence.js'
export { logging } from './middleware/logging.js'
export { type TimingOptions, timing } from './middleware/timing.js'
export { type TypingOptions, typing } from './middleware/typing.js'
export {
  callsOf,
  combinedObserver,
  type DeliveryEnd,
  type DeliveryOutcome,
  type DeliveryWatch,
  type JobWatch,
  type ObservedDelivery,
  type ObservedJob,
  type ObservedJobEnd,
  type ObservedRequest,
  type Observer,
  type RequestEnd,
  type RequestWatch,
  runWithin,
} from './observer.js'
export type { Actions } from './outgoing/actions.js'
export type { Progress } from './outgoing/progress.js'
export type { Destination } from './outgoing/sendTo.js'
export { type Outgoing, sendToConversation } from './outgoing/sendToConversation.js'
export type { SentMessage } from './outgoing/sentMessage.js'
export type { UploadedFile } from './outgoing/upload.js'
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
  QueueWorkOptions,
} from './queue.js'
export type { MatchContext } from './routes.js'
export type { ScheduleContext } from './schedule/context.js'
export type { Schedule, ScheduleHandler, ScheduleOptions } from './schedule/schedule.js'
export type { ScheduleErrorHandler } from './schedule/source.js'
export { SessionError, type SessionErrorCode } from './session/errors.js'
export type {
  DirectSubject,
  OwnSubject,
  SessionKey,
  SessionSubject,
  TopicSubject,
  UserSubject,
} from './session/key.js'
export { type Session, type SessionEntry, type SessionOptions, session } from './session/session.js'
export type { SessionContext, SessionState } from './session/state.js'
