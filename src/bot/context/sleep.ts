import { type Clock, pause } from '../../client/index.js'
import { readDuration } from '../../text/index.js'
import { HandlerError } from '../base/errors.js'

export async function sleep(clock: Clock, time: number | string, signal: AbortSignal): Promise<void> {
  const milliseconds = readDuration(time)
  if (milliseconds === undefined || milliseconds === Number.POSITIVE_INFINITY) {
    throw new HandlerError(
      'invalid_duration',
      `ctx.sleep can't sleep for ${JSON.stringify(time)}. Give milliseconds, or a string such as '15s' or '1h30m'.`,
    )
  }
  await pause(clock, milliseconds, signal, { sleeping: true })
}
