import type { WorkerOptions } from '../queue/index.js'
import type { DeliveryHandler, ReceiverOptions } from '../receiver/index.js'
import type { OptionNames } from '../text/index.js'
import { type ProcessOptions, processOptions, runBots } from './runBots.js'
import { type Given, givenBots, type ServedBot } from './servedBots.js'

/** What a worker shares with a receiver. */
type Shared = Pick<ReceiverOptions, keyof ReceiverOptions & keyof WorkerOptions>

export interface WorkOptions
  extends Omit<Shared, 'bots' | 'signal' | 'createClient' | 'observer' | 'queue' | 'storage'>,
    ProcessOptions {
  /** Where `/healthz`, `/readyz` and `/metrics` are; nowhere when not given. 0 takes a free port. */
  readonly healthPort?: number
  /** Where the health port listens: `HOST`, or 127.0.0.1, when not given. */
  readonly hostname?: string
}

const workOptions: OptionNames<WorkOptions> = {
  ...processOptions,
  handlerTimeout: true,
  log: true,
  fetch: true,
  clock: true,
  healthPort: true,
  hostname: true,
}

/** A process that works on deliveries. */
export interface WorkingProcess {
  /** Where it says how it is, as seen from this machine. */
  readonly healthUrl?: string
  /** Takes no more deliveries, lets handlers end, then aborts those that don't; the queue gets their deliveries back. */
  close(): Promise<void>
}

/**
 * Works on the deliveries that others, served with `work: false` or working too, put into the same queue.
 *
 * @throws {ConfigurationError} naming all that is missing or can't be used. @throws {QueueError} or {StorageError} when a
 * store can't be had. @throws {ListenError} when the health port can't be had.
 * @example `await work(bot, { queue: redis('redis://localhost:6379') })`
 */
export function work(bot: DeliveryHandler, options?: WorkOptions & Omit<ServedBot, 'bot'>): Promise<WorkingProcess>
export function work(options: WorkOptions & { readonly bots: readonly ServedBot[] }): Promise<WorkingProcess>
export async function work(...given: Given<WorkOptions>): Promise<WorkingProcess> {
  const { served, options } = givenBots('work', given, workOptions)
  const { listening, close } = await runBots(served, options, {
    receives: false,
    works: true,
    healthPort: options.healthPort,
  })
  return { ...(listening && { healthUrl: listening.url }), close }
}
