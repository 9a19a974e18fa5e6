import type * as z from 'zod'
import { type Storage, StorageConflictError, type Version } from '../../storage/index.js'
import { errorMessage, parseJson } from '../../values.js'
import { runOf } from '../delivery/deliveryContext.js'
import { BotSetupError, SessionError } from '../errors.js'
import type { Log } from '../log.js'
import { fitting } from '../storageKey.js'

/** The session that belongs to a message. Nothing is read before it is asked for. */
export interface SessionState<Value> {
  /** What is stored now, or what the session begins with. @throws {SessionError} `unfit` */
  get(): Promise<Value>
  /**
   * Stores a value. After `get` only if nobody else has written in between; without it, whatever is there.
   *
   * @throws {SessionError} `conflict` or `invalid_value`; nothing is written then.
   */
  set(value: Value): Promise<void>
  /**
   * Changes the value, and gives the new one. Of two at once none is lost: when somebody else writes in between, the
   * function is run again on what they wrote, so let it do nothing but change the value. It returns the new value, or
   * changes the given one and returns nothing. When it throws, nothing is written.
   *
   * @throws {SessionError} `unfit`, `invalid_value`, or `conflict` when others are always faster.
   * @example `const { loaves } = await ctx.basket.update((basket) => { basket.loaves += 1 })`
   */
  update(change: Change<Value>): Promise<Value>
  /** Takes it away, so that it begins anew. */
  clear(): Promise<void>
}

/** Gives the new value, or changes the given one and returns nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that changes what it is given returns nothing at all.
type Change<Value> = (value: Value) => Value | void | Promise<Value | void>

/** What a session needs of the context: that of a message, or of a schedule. */
export interface SessionContext {
  readonly bot: { readonly email: string }
  readonly storage: Storage
  readonly signal: AbortSignal
  readonly log: Log
}

interface ReadingOptions<Value> {
  readonly session: string
  readonly format: Format<Value>
  readonly initial: () => Value
  readonly migrate: ((stored: unknown) => unknown) | undefined
  readonly unfit: 'fail' | 'start anew'
}

interface StateOptions<Value> extends ReadingOptions<Value> {
  readonly key: string
  readonly ctx: SessionContext
  /** Milliseconds from the last write. */
  readonly expiresIn: number | undefined
}

interface Stored {
  readonly text: string
  readonly version: Version
}

/** How often a change is tried. Each time that one fails another has succeeded, so that this is a crowd indeed. */
const mostTries = 100

export function createState<Value>(options: StateOptions<Value>): SessionState<Value> {
  const { session, key, ctx, format, initial, expiresIn } = options
  const { storage } = ctx
  let seen: Version | 'absent' | undefined

  return {
    async get() {
      const { value, version } = await load()
      seen = version
      return value
    },
    async set(value) {
      const { text } = await format.write(value)
      seen = await once('set', () => storeSeen(text))
    },
    async update(change) {
      const { text, version } = await once('update', () => changed(change))
      seen = version
      return valueIn(text)
    },
    async clear() {
      await once('clear', () => fitting(key).then((at) => storage.delete(at)))
      seen = 'absent'
    },
  }

  /** Does what must not be done again when the handler runs again after a question. */
  async function once<Result>(what: 'get' | 'set' | 'update' | 'clear', work: () => Promise<Result>): Promise<Result> {
    const step = { kind: 'session', key: `${key} ${what}`, isRepeatable: what === 'get' || what === 'clear' } as const
    const run = runOf(ctx)
    // It was kept as what it is: a text, a version, or nothing.
    return run ? ((await run.do({ ...step, isReading: what === 'get' }, work)) as Result) : work()
  }

  async function storeSeen(text: string): Promise<Version> {
    try {
      return await store(text, seen)
    } catch (error) {
      if (error instanceof StorageConflictError) throw conflict(session, 'since it was read', error)
      throw error
    }
  }

  async function changed(change: Change<Value>): Promise<Stored> {
    for (let tries = 1; ; tries += 1) {
      const entry = await storage.get(await fitting(key))
      const old = entry === undefined ? initial() : await valueIn(entry.value)
      const given = await change(old)
      const { text } = await format.write(given === undefined ? old : given)
      try {
        return { text, version: await store(text, entry?.version ?? 'absent') }
      } catch (error) {
        if (!(error instanceof StorageConflictError)) throw error
        if (tries === mostTries) throw conflict(session, `${mostTries} times while the change was made`, error)
        ctx.signal.throwIfAborted()
      }
    }
  }

  async function store(text: string, onlyIf: Version | 'absent' | undefined): Promise<Version> {
    return storage.set(await fitting(key), text, {
      ...(onlyIf !== undefined && { onlyIf }),
      ...(expiresIn && { expiresIn }),
    })
  }

  async function load(): Promise<{ readonly value: Value; readonly version: Version | 'absent' }> {
    const entry = await once('get', async (): Promise<Stored | null> => {
      const found = await storage.get(await fitting(key))
      return found === undefined ? null : { text: found.value, version: found.version }
    })
    if (entry === null) return { value: initial(), version: 'absent' }
    return { value: await valueIn(entry.text), version: entry.version }
  }

  function valueIn(text: string): Promise<Value> {
    return storedValue(text, options, ctx.log)
  }
}

/** The value that a stored text stands for. @throws {SessionError} `unfit` */
export async function storedValue<Value>(text: string, options: ReadingOptions<Value>, log: Log): Promise<Value> {
  const { session, format, initial, migrate, unfit } = options
  const stored = parseJson(text)
  const read = await format.read(stored)
  if ('value' in read) return read.value
  const mended = migrate ? await migrated(migrate, stored, format) : { ...read, cause: undefined }
  if ('value' in mended) return mended.value
  const { problems, cause } = mended
  if (unfit === 'start anew') {
    log.warn({ session, problems }, 'A stored session does not fit its schema any more and starts anew')
    return initial()
  }
  throw new SessionError(
    'unfit',
    `The stored session '${session}' does not fit its schema any more (${problems.join('; ')}). It was left as it is. ` +
      "Give the session a `migrate`, or let it lose what is there with `unfit: 'start anew'`.",
    { session, problems, ...(cause === undefined ? {} : { cause }) },
  )
}

async function migrated<Value>(migrate: (stored: unknown) => unknown, stored: unknown, format: Format<Value>) {
  try {
    return { cause: undefined, ...(await format.read(await migrate(stored))) }
  } catch (cause) {
    return { problems: [`migrate failed: ${cause instanceof Error ? cause.message : String(cause)}`], cause }
  }
}

function conflict(session: string, when: string, cause: unknown): SessionError {
  return new SessionError(
    'conflict',
    `The session '${session}' was changed by another message ${when}. Nothing was written. ` +
      'Change it with `update`, and keep what takes long out of that.',
    { session, cause },
  )
}

interface Format<Value> {
  write(value: Value): Promise<{ readonly text: string; readonly value: Value }>
  read(stored: unknown): Promise<{ readonly value: Value } | { readonly problems: readonly string[] }>
}

export function createFormat<Schema extends z.ZodType>(session: string, schema: Schema): Format<z.output<Schema>> {
  const read: Format<z.output<Schema>>['read'] = async (stored) => {
    const result = await schema.safeDecodeAsync(stored as z.input<Schema>)
    return result.success ? { value: result.data } : { problems: problemsOf(result.error) }
  }
  return {
    read,
    async write(value) {
      const encoded = await schema.safeEncodeAsync(value)
      if (!encoded.success) throw unwritable(session, problemsOf(encoded.error))
      const text = jsonOf(encoded.data)
      if (text === undefined) throw unwritable(session, ['it has no JSON'])
      // A value such as a Date fits the schema, but what JSON makes of it does not: better told now than at the next message.
      const back = await read(JSON.parse(text))
      if ('problems' in back) throw unwritable(session, back.problems)
      return { text, value: back.value }
    },
  }
}

/** Makes sure that a schema can be used and that what the session begins with fits it. @throws {BotSetupError} */
export function checkInitial<Schema extends z.ZodType>(
  session: string,
  schema: Schema,
  initial: () => z.output<Schema>,
): void {
  const problems = problemsAtFirst(schema, initial)
  if (problems.length === 0) return
  throw new BotSetupError(
    'invalid_session',
    `The session '${session}' can't begin: what \`initial\` gives can't be kept (${problems.join('; ')}). ` +
      'Mend `initial` or the schema; JSON has no dates and the like, for which z.codec is made.',
  )
}

function problemsAtFirst<Schema extends z.ZodType>(schema: Schema, initial: () => z.output<Schema>): readonly string[] {
  try {
    const encoded = schema.safeEncode(initial())
    if (!encoded.success) return problemsOf(encoded.error)
    const text = jsonOf(encoded.data)
    if (text === undefined) return ['it has no JSON']
    const back = schema.safeDecode(JSON.parse(text))
    return back.success ? [] : problemsOf(back.error)
  } catch (error) {
    const problem = errorMessage(error)
    // A schema that asks somebody can't be tried here; it is when the session is used.
    return problem.startsWith(zodsAsyncError) ? [] : [problem]
  }
}

/** The error is the zod's that made the schema, and has no name or code of its own. */
const zodsAsyncError = 'Encountered Promise during synchronous parse'

function unwritable(session: string, problems: readonly string[]): SessionError {
  return new SessionError(
    'invalid_value',
    `The session '${session}' can't be written: the value does not fit its schema (${problems.join('; ')}). ` +
      'Nothing was written. Mend the value or the schema; JSON has no dates and the like, for which z.codec is made.',
    { session, problems },
  )
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

const problemsOf = (error: z.core.$ZodError): readonly string[] =>
  error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
