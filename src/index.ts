/** What a bot is written with: the bot, the receiver that brings it its messages, and the ways to write text safely. */

export {
  type ArgsOf,
  Bot,
  type BotOptions,
  BotSetupError,
  type CommandContext,
  type CommandDetails,
  type Context,
  type ContextOf,
  type Delivery,
  type ErrorHandler,
  type Handler,
  HandlerError,
  type HandlerResult,
  type Log,
  type Middleware,
  type ReplyOptions,
  type Sender,
  silent,
  UserError,
} from './bot/index.js'
export { ApiError, EarshotError, UnsupportedByServerError } from './client/index.js'
export {
  type BotBinding,
  consoleLog,
  createReceiver,
  type Receiver,
  type ReceiverOptions,
} from './receiver/index.js'
export {
  createStorage,
  type Entry,
  type ListOptions,
  memoryStorage,
  type SetOptions,
  type Storage,
  StorageConflictError,
  type StorageEngine,
  StorageError,
  type StorageErrorCode,
  type StorageOptions,
  type Version,
} from './storage/index.js'
export { asCode, codeSafe, escapeMentions, quoteSafe } from './text/index.js'
