import type * as z from 'zod'
import type { Storage, Version } from '../../storage/index.js'
import { errorMessage, parseJson } from '../../values.js'
import { BotSetupError } from '../base/errors.js'
import type { Log } from '../base/log.js'
import { isConflict } from '../base/recordStore.js'
import { fitting } from '../base/storageKey.js'
import { runOf } from '../conversation/deliveryContext.js'
import { SessionError } from './sessionError.js'

/** The session of a message or subject. Nothing is read until it is used. */
export interface SessionState<Value> {
  /** The stored value, or the initial one. @throws {SessionError} `unfit` */
  get(): Promise<Value>
  /**
   * Stores a value. After `get`, only if nobody else has written in between; without `get`, unconditionally.
   *
   * @throws {SessionError} `conflict` or `invalid_value`: then nothing is written.
   */
  set(value: Value): Promise<void>
  /**
   * Changes the value, and returns the new one. Concurrent changes aren't lost: if somebody else writes in between, the
   * function is run again on the new value, so it should do nothing but change the value. It returns the new value, or
   * modifies the given one and returns nothing. If it throws, nothing is written.
   *
   * @throws {SessionError} `unfit`, `invalid_value`, or `conflict` after many conflicts in a row.
   * @example `const { loaves } = await ctx.basket.update((basket) => { basket.loaves += 1 })`
   */
  update(change: Change<Value>): Promise<Value>
  /** Deletes the stored value, so that the session starts over. */
  clear(): Promise<void>
}

/** Returns the new value, or modifies the given one and returns nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that modifies its argument returns nothing at all.
type Change<Value> = (value: Value) => Value | void | Promise<Value | void>

/** The part of a context, of a message or a schedule, that a session needs. */
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

/** The most attempts at a change. Each one that fails means that another has succeeded. */
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
      const text = await format.write(value)
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

  /** Runs a step that must not be repeated when the handler runs again after a question. */
  async function once<Result>(what: 'get' | 'set' | 'update' | 'clear', work: () => Promise<Result>): Promise<Result> {
    const step = { kind: 'session', key: `${key} ${what}`, isRepeatable: what === 'get' || what === 'clear' } as const
    const run = runOf(ctx)
    // The record keeps it as it is: strings, versions, or nothing.
    return run ? ((await run.do({ ...step, isReading: what === 'get' }, work)) as Result) : work()
  }

  async function storeSeen(text: string): Promise<Version> {
    try {
      return await store(text, seen)
    } catch (error) {
      if (isConflict(error)) throw conflict(session, 'since it was read', error)
      throw error
    }
  }

  async function changed(change: Change<Value>): Promise<Stored> {
    for (let tries = 1; ; tries += 1) {
      const entry = await storage.get(await fitting(key))
      const old = entry === undefined ? initial() : await valueIn(entry.value)
      const given = await change(old)
      const text = await format.write(given === undefined ? old : given)
      try {
        return { text, version: await store(text, entry?.version ?? 'absent') }
      } catch (error) {
        if (!isConflict(error)) throw error
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

/** The value of a stored text. @throws {SessionError} `unfit` */
export async function storedValue<Value>(text: string, options: ReadingOptions<Value>, log: Log): Promise<Value> {
  const { session, format, initial, migrate, unfit } = options
  const stored = parseJson(text)
  const read = await format.read(stored)
  if ('value' in read) return read.value
  const mended = migrate ? await migrated(migrate, stored, format) : { ...read, cause: undefined }
  if ('value' in mended) return mended.value
  const { problems, cause } = mended
  if (unfit === 'start anew') {
    log.warn({ session, problems }, 'A stored session no longer fits its schema and starts over')
    return initial()
  }
  throw new SessionError(
    'unfit',
    `The stored session '${session}' no longer fits its schema (${problems.join('; ')}). It was left as it is. ` +
      "Give the session a `migrate`, or discard the old value with `unfit: 'start anew'`.",
    { session, problems, ...(cause === undefined ? {} : { cause }) },
  )
}

async function migrated<Value>(migrate: (stored: unknown) => unknown, stored: unknown, format: Format<Value>) {
  try {
    return { cause: undefined, ...(await format.read(await migrate(stored))) }
  } catch (cause) {
    return { problems: [`migrate failed: ${errorMessage(cause)}`], cause }
  }
}

function conflict(session: string, when: string, cause: unknown): SessionError {
  return new SessionError(
    'conflict',
    `The session '${session}' was changed by another message ${when}. Nothing was written. ` +
      'Change it with `update`, and keep slow work out of that function.',
    { session, cause },
  )
}

interface Format<Value> {
  write(value: Value): Promise<string>
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
      // A Date, say, may fit the schema while its JSON doesn't: better to fail now than at the next message.
      const back = await read(JSON.parse(text))
      if ('problems' in back) throw unwritable(session, back.problems)
      return text
    },
  }
}

/** Checks that the schema works and the initial value fits it. @throws {BotSetupError} */
export function checkInitial<Schema extends z.ZodType>(
  session: string,
  schema: Schema,
  initial: () => z.output<Schema>,
): void {
  const problems = problemsAtFirst(schema, initial)
  if (problems.length === 0) return
  throw new BotSetupError(
    'invalid_session',
    `The session '${session}' can't be used: its \`initial\` value can't be stored (${problems.join('; ')}). ` +
      'Fix `initial` or the schema; for dates and other types that JSON lacks, use z.codec.',
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
    // An asynchronous schema can't be checked here; it is checked when the session is used.
    return problem.startsWith(zodsAsyncError) ? [] : [problem]
  }
}

/** The error comes from the zod that made the schema, and has no name or code of its own. */
const zodsAsyncError = 'Encountered Promise during synchronous parse'

function unwritable(session: string, problems: readonly string[]): SessionError {
  return new SessionError(
    'invalid_value',
    `The session '${session}' can't be written: the value doesn't fit its schema (${problems.join('; ')}). ` +
      'Nothing was written. Fix the value or the schema; for dates and other types that JSON lacks, use z.codec.',
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
