import type * as z from 'zod'
import { checkOptions, type Duration, longestDuration, type OptionNames, readDuration } from '../../text/index.js'
import { BotSetupError } from '../base/errors.js'
import { entriesIn } from '../base/recordStore.js'
import type { Context, HandlerResult } from '../context/context.js'
import { keptWith } from '../conversation/deliveryContext.js'
import { named } from '../middleware/named.js'
import { prefixOf, type SessionKey, type SessionSubject, storageKey, subjectAt, subjectKey } from './key.js'
import {
  checkInitial,
  createFormat,
  createState,
  type SessionContext,
  type SessionState,
  storedValue,
} from './state.js'

export interface SessionOptions<Name extends string, Schema extends z.ZodType, Key extends SessionKey = SessionKey> {
  /** Its name on the context and in the storage. */
  readonly name: Name
  /** What each session belongs to: `user`, `topic`, `direct`, `conversation`, or the string that a function returns. */
  readonly key: Key
  /** Schema of the value, which must be representable as JSON; use codecs for other types. */
  readonly schema: Schema
  /** Returns the initial value. */
  readonly initial: () => z.output<Schema>
  /** How long after the last write it expires: milliseconds, or a string such as `'7d'`. (default: never) */
  readonly expiresIn?: Duration
  /**
   * Converts a value that an earlier version of the bot stored; called only for values that don't fit the schema. The
   * result is stored with the next write.
   */
  readonly migrate?: (stored: unknown) => z.input<Schema> | Promise<z.input<Schema>>
  /**
   * What happens to a stored value that doesn't fit even after `migrate`. `fail` (the default): an error, and it stays as it
   * is. `start anew`: a warning in the log, and the next write replaces it.
   */
  readonly unfit?: 'fail' | 'start anew'
}

const sessionOptions: OptionNames<SessionOptions<string, z.ZodType>> = {
  name: true,
  key: true,
  schema: true,
  initial: true,
  expiresIn: true,
  migrate: true,
  unfit: true,
}

/** State that a bot keeps between messages, as a middleware that adds it to the context by its name. */
export interface Session<Name extends string, Value, Key extends SessionKey = SessionKey> {
  (ctx: Context, next: (adds: { readonly [Key in Name]: SessionState<Value> }) => Promise<void>): HandlerResult
  /** Never set; it carries the type. */
  readonly adds?: { readonly [Key in Name]: SessionState<Value> }
  /**
   * The session of a message, for code that has only the context.
   *
   * @throws {SessionError} `no_session_here` for a message that has none, such as a direct one where it is per topic.
   */
  of(ctx: Context): SessionState<Value>
  /**
   * The session of another subject, as in a schedule, which has no message: `{ user }` for the key `user`,
   * `{ channel, topic }` for topics, `{ people }` for direct conversations, `{ key }` where the key is a function.
   *
   * @throws {SessionError} `no_session_here` for a subject that doesn't fit the session's key.
   * @example const { loaves } = await basket.of(ctx, { user: 8 }).get()
   */
  of(ctx: SessionContext, subject: SessionSubject<Key>): SessionState<Value>
  /**
   * Iterates over all stored sessions, in no particular order: for summaries, mostly in a schedule. Concurrent writes may or
   * may not be included. Read again when a handler runs again after a question.
   *
   * @throws {SessionError} `unfit` at a value that doesn't fit the schema.
   * @example
   * for await (const { subject, value } of basket.all(ctx)) log(`${subject.user}: ${value.loaves}`)
   */
  all(ctx: SessionContext): AsyncIterable<SessionEntry<Value, Key>>
}

/** A session as it is stored. */
export interface SessionEntry<Value, Key extends SessionKey = SessionKey> {
  /** What it belongs to; pass it to `of` to change the session. */
  readonly subject: SessionSubject<Key>
  readonly value: Value
}

/**
 * Declares state for each user, topic or conversation. It is kept in the storage that the bot is served with, separately
 * for each bot.
 *
 * @throws {BotSetupError} if an option is invalid, or `initial` doesn't fit the schema.
 * @example
 * const basket = session({
 *   name: 'basket',
 *   key: 'user',
 *   schema: z.object({ loaves: z.number() }),
 *   initial: () => ({ loaves: 0 }),
 * })
 * bot.use(basket).command('order', { description: 'One loaf more' }, async (ctx) => {
 *   const { loaves } = await ctx.basket.update((basket) => ({ loaves: basket.loaves + 1 }))
 *   return `That makes ${loaves}.`
 * })
 */
export function session<const Name extends string, Schema extends z.ZodType, Key extends SessionKey>(
  options: SessionOptions<Name, Schema, Key>,
): Session<Name, z.output<Schema>, Key> {
  checkOptions('session', options, sessionOptions)
  const { name, key, schema, initial, migrate, unfit = 'fail' } = options
  checkWords(options)
  const expiresIn = lifetime(options)
  checkInitial(name, schema, initial)
  const reading = { session: name, format: createFormat(name, schema), initial, migrate, unfit }
  /** Identifies what is kept for each message, by key, so that `set` knows what an earlier `get` has read. */
  const states = {}

  function of(ctx: Context): SessionState<z.output<Schema>>
  function of(ctx: SessionContext, subject: SessionSubject<Key>): SessionState<z.output<Schema>>
  function of(ctx: Context | SessionContext, subject?: SessionSubject<Key>): SessionState<z.output<Schema>> {
    const known = keptWith(ctx, states, () => new Map<string, SessionState<z.output<Schema>>>())
    const isNamed = subject !== undefined || !('message' in ctx)
    const place = isNamed ? subjectKey(name, key, ctx.bot.email, subject) : storageKey(name, key, ctx)
    const state = known.get(place) ?? createState({ ...reading, key: place, ctx, expiresIn })
    known.set(place, state)
    return state
  }

  async function* all({ bot, storage, log }: SessionContext): AsyncGenerator<SessionEntry<z.output<Schema>, Key>> {
    const prefix = prefixOf(name, bot.email)
    for await (const entry of entriesIn(storage, prefix)) {
      const subject = subjectAt(key, entry.key, prefix)
      // The key determines the type of the subject.
      if (subject)
        yield { subject: subject as SessionSubject<Key>, value: await storedValue(entry.value, reading, log) }
    }
  }

  // Looked up on use: a handler of direct messages may run under a session of topics that it never touches.
  const lazily = (ctx: Context): SessionState<z.output<Schema>> => ({
    get: async () => of(ctx).get(),
    set: async (value) => of(ctx).set(value),
    update: async (change) => of(ctx).update(change),
    clear: async () => of(ctx).clear(),
  })
  const middleware: Session<Name, z.output<Schema>, Key> = Object.assign(
    async (ctx: Context, next: (adds: { readonly [Key in Name]: SessionState<z.output<Schema>> }) => Promise<void>) => {
      // The computed name is the one in the type.
      await next({ [name]: lazily(ctx) } as { [Key in Name]: SessionState<z.output<Schema>> })
    },
    { of, all },
  )
  return named('session', middleware)
}

function checkWords({ name, key, unfit = 'fail' }: SessionOptions<string, z.ZodType>): void {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,63}$/i.test(name)) {
    throw unusable(name, 'its name has to be a word', 'Begin with a letter; letters, digits and _ follow, 64 at most')
  }
  if (typeof key !== 'function' && !['user', 'topic', 'direct', 'conversation'].includes(key)) {
    throw unusable(name, `its key is '${key}'`, "Give 'user', 'topic', 'direct', 'conversation' or a function")
  }
  if (!['fail', 'start anew'].includes(unfit)) {
    throw unusable(name, `its unfit is '${unfit}'`, "Give 'fail' or 'start anew'")
  }
}

function lifetime({ name, expiresIn }: SessionOptions<string, z.ZodType>): number | undefined {
  if (expiresIn === undefined) return undefined
  const milliseconds = readDuration(expiresIn)
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds <= longestDuration) return milliseconds
  throw unusable(
    name,
    `its expiresIn is ${expiresIn}`,
    "Give milliseconds, or a string such as '30m' or '7d'; leave it out if it stays",
  )
}

function unusable(name: string, problem: string, advice: string): BotSetupError {
  return new BotSetupError('invalid_session', `The session '${name}' can't be used: ${problem}. ${advice}.`)
}
