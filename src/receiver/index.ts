/** Receives a chat server's notifications, validates them and answers in time. Runs on every runtime. */

export { type BotRuntime, type Delivery, InvalidReplyError, type Log } from '../bot/index.js'
export { createReceiver, type Receiver } from './createReceiver.js'
export type { DedupeLimits } from './dedupe.js'
export type { FailureLimits } from './http/refusalCounter.js'
export type { ReceiverBindings } from './http/requests.js'
export { type ConsoleLogOptions, consoleLog, type LogLevel, mask, maskedLog } from './log.js'
export {
  type AccountCredentials,
  type BotBinding,
  type BotLookup,
  type DeliveryHandler,
  ReceiverOptionError,
  type ReceiverOptions,
} from './options.js'
