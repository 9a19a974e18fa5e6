import { about, type Finding } from './finding.js'
import type { Observation } from './observed.js'

/** Whether this machine's clock goes as the server's, by the date of its answer. */
export function lookAtClock({ answer, sent, received }: Observation, bot: string): Finding {
  const { ok, warning, skipped } = about('clock', bot)
  const date = Date.parse(answer.header('date') ?? '')
  if (Number.isNaN(date)) return skipped('The server does not say what time it is')
  // The header has whole seconds, so that half a second is what it is off by on average.
  const skew = Math.round((date + 500 - (sent + received) / 2) / 1000)
  if (Math.abs(skew) < tolerated) return ok(`The clock of this machine goes as the server's, within ${tolerated} s`)
  const direction = skew > 0 ? 'behind' : 'ahead of'
  return warning(
    `The clock of this machine is ${Math.abs(skew)} s ${direction} the server's`,
    'Let the time be set by NTP: schedules, time-outs of questions and what expires go by this clock.',
  )
}

/** Seconds. */
const tolerated = 10
