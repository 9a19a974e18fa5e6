import type { Observation } from './botCase.js'
import { about, type Finding } from './finding.js'

export function checkClock({ answer, sent, received }: Observation, bot: string): Finding {
  const { ok, warning, skipped } = about('clock', bot)
  const date = Date.parse(answer.header('date') ?? '')
  if (Number.isNaN(date)) return skipped("The server's answers have no date")
  // The header has whole seconds, so it is half a second behind on average.
  const skew = Math.round((date + 500 - (sent + received) / 2) / 1000)
  if (Math.abs(skew) < tolerated) return ok(`This machine's clock agrees with the server's, within ${tolerated} s`)
  const direction = skew > 0 ? 'behind' : 'ahead of'
  return warning(
    `This machine's clock is ${Math.abs(skew)} s ${direction} the server's`,
    "Set the time by NTP: schedules, questions' timeouts and expiry depend on this clock.",
  )
}

/** Seconds. */
const tolerated = 10
