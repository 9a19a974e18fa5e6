import { type Duration, longestDuration, readDuration } from '../../text/index.js'
import { BotSetupError, type HandlerError } from './errors.js'

/** Milliseconds. @param range What is permitted, in words. @throws {BotSetupError} or the given error, for an invalid time span. */
export function spanOf(
  span: Duration,
  { least = 0, most = longestDuration, range = '', Invalid = BotSetupError }: SpanOptions = {},
): number {
  const read = readDuration(span)
  if (read !== undefined && read > 0 && read >= least && read <= most) return read
  throw new Invalid(
    'invalid_duration',
    `${JSON.stringify(span)} is no span of time${range}. Give milliseconds, or a string such as '30s' or '1h30m'.`,
  )
}

interface SpanOptions {
  /** Milliseconds. */
  readonly least?: number
  readonly most?: number
  readonly range?: string
  readonly Invalid?: typeof BotSetupError | typeof HandlerError
}
