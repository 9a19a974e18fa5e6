import type { Clock } from '../../client/index.js'
import { type Lock, LockError, type Storage, withLock } from '../../storage/index.js'
import { checkOptions, readDuration, sendable } from '../../text/index.js'
import { HandlerError } from '../base/errors.js'

interface LockGround {
  readonly email: string
  readonly storage: Storage
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Resolves when the handler is abandoned because it waits for an answer; the lock is then released. */
  readonly over?: Promise<void>
}

export async function underLock<Result>(
  { email, storage, clock, signal, over = new Promise(() => {}) }: LockGround,
  name: string,
  work: (lock: Lock) => Result | Promise<Result>,
  options: BotLockOptions = {},
): Promise<Result> {
  const { wait } = options
  if (typeof name !== 'string' || name === '') throw unusable('it has no name', 'Give a string')
  checkOptions('ctx.lock', options, { wait: true })
  const milliseconds = readDuration(wait ?? Number.POSITIVE_INFINITY)
  if (milliseconds === undefined) {
    throw unusable(`\`wait\` is ${JSON.stringify(wait)}`, "Give milliseconds, or a string such as '10s'")
  }
  const own = `${email.toLowerCase()} ${sendable(name)}`
  const left = over.then(() => undefined)
  const lockOptions = { clock, signal, wait: milliseconds }
  const ended = await withLock(storage, own, (held) => Promise.race([done(work, held), left]), lockOptions).catch(
    (error: unknown) => {
      // The name as the bot's author wrote it.
      throw error instanceof LockError ? new LockError(error.code, name) : error
    },
  )
  return ended === undefined ? new Promise<never>(() => {}) : ended.result
}

async function done<Result>(work: (lock: Lock) => Result | Promise<Result>, held: Lock): Promise<{ result: Result }> {
  return { result: await work(held) }
}

function unusable(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_lock', `ctx.lock can't acquire that lock: ${problem}. ${advice}.`)
}

/** How a lock is acquired. */
export interface BotLockOptions {
  /**
   * How long to wait for the lock: milliseconds, or a string such as `'10s'`; 0 doesn't wait. (default: until the
   * handler's time is up)
   */
  readonly wait?: number | string
}
