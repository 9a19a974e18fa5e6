/** What a bot's author writes with. Runs anywhere. */

export { Bot, type BotOptions } from './bot.js'
export type { CommandContext, CommandDetails } from './command.js'
export type { Context, ContextOf, ErrorHandler, Handler, HandlerResult, Middleware, Sender } from './context.js'
export type { Delivery, ReplyOptions } from './delivery.js'
export { BotSetupError, HandlerError, UserError } from './errors.js'
export { errorFields, type Log, silent, withFields } from './log.js'
export type { ArgsOf } from './patternTypes.js'
export type { MatchContext } from './routes.js'
