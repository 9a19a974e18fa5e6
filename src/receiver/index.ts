/** The web-standard end of a bot: takes a server's notifications, checks them, and answers in time. Runs anywhere. */

export type { BotRun, BotRuntime, Delivery, Log, ReplyOptions } from '../bot/index.js'
export type { Clock } from '../client/index.js'
export { type ConsoleLogOptions, consoleLog, type LogLevel } from './consoleLog.js'
export { createReceiver } from './createReceiver.js'
export type { DedupeLimits, DedupeOptions } from './dedupe.js'
export type { FailureLimits } from './failures.js'
export { mask, maskedLog } from './maskedLog.js'
export {
  type Account,
  type BotBinding,
  type DeliveryHandler,
  ReceiverOptionError,
  type ReceiverOptions,
} from './options.js'
export { InvalidReplyError } from './outgoing.js'
export type { Receiver } from './receiver.js'
export type { RefusalCode } from './refusal.js'
export type { ReceiverBindings } from './webRequest.js'
