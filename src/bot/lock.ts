import { type Lock, LockError, withLock } from '../storage/index.js'
import { sendable } from '../text/index.js'
import { readSpan } from './arguments/durationText.js'
import type { Run } from './conversation/run.js'
import type { Delivery } from './delivery.js'
import { HandlerError } from './errors.js'
import type { BotLockOptions } from './lockOptions.js'

/** `ctx.lock` of a delivery. A handler that is left behind, since it waits for an answer, has no lock any more. */
export function lockFor({ delivery, run }: { readonly delivery: Delivery; readonly run: Run }) {
  const { clock, signal, storage, notification } = delivery
  return async function lock<Result>(
    name: string,
    work: (lock: Lock) => Result | Promise<Result>,
    { wait }: BotLockOptions = {},
  ): Promise<Result> {
    if (typeof name !== 'string' || name === '') throw unusable('it has no name', 'Give a text')
    const milliseconds = typeof wait === 'string' ? readSpan(wait) : (wait ?? Number.POSITIVE_INFINITY)
    if (milliseconds === undefined || !(milliseconds >= 0)) {
      throw unusable(`\`wait\` is ${JSON.stringify(wait)}`, "Give milliseconds, or a text such as '10s'")
    }
    const own = `${notification.bot_email.toLowerCase()} ${sendable(name)}`
    const options = { clock, signal, wait: milliseconds }
    const ended = await withLock(storage, own, (held) => Promise.race([done(work, held), left(run)]), options).catch(
      (error: unknown) => {
        // The name as the author knows it.
        throw error instanceof LockError ? new LockError(error.code, name) : error
      },
    )
    return ended === undefined ? new Promise<never>(() => {}) : ended.result
  }
}

async function done<Result>(work: (lock: Lock) => Result | Promise<Result>, held: Lock): Promise<{ result: Result }> {
  return { result: await work(held) }
}

async function left(run: Run): Promise<undefined> {
  await run.over
}

function unusable(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_lock', `ctx.lock can't take that lock: ${problem}. ${advice}.`)
}
