import type { DeliveryHandler, ReceiverOptions } from '../receiver/index.js'
import type { OptionNames } from '../text/index.js'
import { type ProcessOptions, processOptions, runBots } from './runBots.js'
import { type Given, givenBots, type ServedBot, type ServedBots } from './servedBots.js'

export interface WorkOptions
  extends Pick<ReceiverOptions, 'handlerTimeout' | 'log' | 'fetch' | 'clock'>,
    ProcessOptions {
  /** Port of `/healthz`, `/readyz` and `/metrics`; 0 takes a free one. (default: none) */
  readonly healthPort?: number
  /** Address of the health port. (default: `HOST`, or 127.0.0.1) */
  readonly hostname?: string
}

export const workOptions: OptionNames<WorkOptions> = {
  ...processOptions,
  handlerTimeout: true,
  log: true,
  fetch: true,
  clock: true,
  healthPort: true,
  hostname: true,
}

/** A running worker. */
export interface WorkingProcess {
  /** The local URL of the health port. */
  readonly healthUrl?: string
  /** Takes no more deliveries, waits for handlers, then aborts them; their deliveries return to the queue. */
  close(): Promise<void>
}

/**
 * Runs the handlers of deliveries that other processes put into the queue with `serve`.
 *
 * @throws {ConfigurationError} listing every problem. @throws {QueueError} or {StorageError} if a
 * store can't be opened. @throws {ServeError} if the health port can't be opened.
 * @example `await work(bot, { queue: redis('redis://localhost:6379') })`
 */
export function work(bot: DeliveryHandler, options?: WorkOptions & Omit<ServedBot, 'bot'>): Promise<WorkingProcess>
export function work(options: WorkOptions & { readonly bots: ServedBots }): Promise<WorkingProcess>
export async function work(...given: Given<WorkOptions>): Promise<WorkingProcess> {
  const { served, options } = givenBots('work', given, workOptions)
  const { server, close } = await runBots(served, options, {
    receives: false,
    works: true,
    healthPort: options.healthPort,
  })
  return { ...(server && { healthUrl: server.url }), close }
}
