import { type Storage, StorageConflictError, type Version } from '../../storage/index.js'
import { parseJson } from '../../values.js'
import { runOf } from '../delivery/deliveryContext.js'
import type { Log } from '../log.js'
import { fitting } from '../storageKey.js'
import { SessionError } from './errors.js'
import type { Format } from './format.js'

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
export type Change<Value> = (value: Value) => Value | void | Promise<Value | void>

/** What a session needs of the context: that of a message, or of a schedule. */
export interface SessionContext {
  readonly bot: { readonly email: string }
  readonly storage: Storage
  readonly signal: AbortSignal
  readonly log: Log
}

/** How stored texts become values. */
export interface ReadingOptions<Value> {
  readonly session: string
  readonly format: Format<Value>
  readonly initial: () => Value
  readonly migrate: ((stored: unknown) => unknown) | undefined
  readonly unfit: 'fail' | 'start anew'
}

/** What a state is made of. */
export interface StateOptions<Value> extends ReadingOptions<Value> {
  readonly key: string
  readonly ctx: SessionContext
  /** Milliseconds from the last write. */
  readonly expiresIn: number | undefined
}

/** A session as it stands in the storage. */
interface Stored {
  readonly text: string
  readonly version: Version
}

/** How often a change is tried. Each time that one fails another has succeeded, so that this is a crowd indeed. */
const mostTries = 100

export function createState<Value>(options: StateOptions<Value>): SessionState<Value> {
  const { session, key, ctx, format, initial, expiresIn } = options
  const { storage } = ctx
  /** What the next `set` compares with. */
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
