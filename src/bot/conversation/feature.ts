import type { Feature } from '../features.js'
import { Conversations } from './conversations.js'

/** Lets the handlers of a bot ask, with `ctx.ask`. */
export const conversations: Feature<'conversations'> = {
  name: 'conversations',
  part: (options) => new Conversations(options),
}
