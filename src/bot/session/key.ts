import { sendable } from '../../text/index.js'
import type { Context } from '../context.js'
import { placeOf } from '../conversation/place.js'
import { SessionError } from './errors.js'

/**
 * Whose a session is. `user`: the sender's, wherever they write. `topic`: everyone's in a topic of a channel, resolved or
 * not. `direct`: everyone's in a direct conversation. `conversation`: of a topic or a direct conversation, as it comes.
 * A function names something else, or nothing where there is no session.
 */
export type SessionKey = 'user' | 'topic' | 'direct' | 'conversation' | ((ctx: Context) => string | undefined)

/**
 * Where a session stands in the storage.
 *
 * @throws {SessionError} `no_session_here` for a message that has none.
 */
export function storageKey(session: string, key: SessionKey, ctx: Context): string {
  const owner = typeof key === 'function' ? ownKey(key, ctx) : owners[key](ctx)
  if (owner === undefined) {
    const what = typeof key === 'function' ? 'its key is undefined' : `it is one for each ${places[key]}`
    throw new SessionError(
      'no_session_here',
      `The session '${session}' is not there for this message: ${what}. ` +
        "Ask ctx.isChannelMessage() first, or give the session the key 'conversation' or 'user'.",
      { session },
    )
  }
  const bot = ctx.bot.email.toLowerCase()
  // Escaped, so that no name can reach into another's place.
  return ['session', bot, session, ...owner].map((part) => encodeURIComponent(sendable(part))).join('/')
}

type Owner = (ctx: Context) => readonly string[] | undefined

const topic: Owner = (ctx) => (ctx.isChannelMessage() ? placeOf(ctx.message) : undefined)

const direct: Owner = (ctx) => (ctx.isDirectMessage() ? placeOf(ctx.message) : undefined)

const owners = {
  user: ({ sender }) => ['user', String(sender.id)],
  topic,
  direct,
  conversation: ({ message }) => placeOf(message),
} as const satisfies Record<string, Owner>

const places = {
  user: 'sender',
  topic: 'topic of a channel',
  direct: 'direct conversation',
  conversation: 'conversation',
} as const satisfies Record<keyof typeof owners, string>

function ownKey(key: (ctx: Context) => string | undefined, ctx: Context): readonly string[] | undefined {
  const name = key(ctx)
  return name === undefined ? undefined : ['own', name]
}
