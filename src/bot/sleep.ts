import { type Clock, pause } from '../client/index.js'
import { readDuration } from '../text/index.js'
import { HandlerError } from './errors.js'

/** What `ctx.sleep` does. */
export async function sleep(clock: Clock, time: number | string, signal: AbortSignal): Promise<void> {
  const milliseconds = readDuration(time)
  if (milliseconds === undefined || milliseconds === Number.POSITIVE_INFINITY) {
    throw new HandlerError(
      'invalid_duration',
      `ctx.sleep can't sleep for ${JSON.stringify(time)}. Give milliseconds, or a text such as '15s' or '1h30m'.`,
    )
  }
  await pause(clock, milliseconds, signal, { sleeping: true })
}

/** A promise, and what resolves it. */
export interface Signal {
  readonly promise: Promise<void>
  note(): void
}

export function signalOnce(): Signal {
  let note = () => {}
  const promise = new Promise<void>((resolve) => {
    note = resolve
  })
  return { promise, note }
}
