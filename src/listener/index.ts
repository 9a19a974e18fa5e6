/** Feeds bots from the event queues of their server, where no webhook can reach them. Runs on every runtime. */

export {
  type AnswerBotsOptions,
  type CatchUpOptions,
  createListener,
  type Listener,
  type ListenerOptions,
  type ListeningBots,
} from './createListener.js'
export { ListenerError } from './errors.js'
