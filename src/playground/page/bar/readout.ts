import type { PendingTimer } from '../../../simulator/control/endpoints/time.js'
import { dayAndTimeText, roundedDuration } from '../../timeText.js'

/** A simulated time in this machine's time zone, to the second: `2026-03-02` and `06:00:00`. */
export function readout(milliseconds: number): { readonly day: string; readonly time: string } {
  const text = dayAndTimeText(milliseconds)
  return { day: text.slice(0, 10), time: text.slice(11, 19) }
}

/** The time until something is due: `now`, `in 40 s`, `in 3 h 10 min`, `in 31 d 8 h`. */
export const waitText = (milliseconds: number): string =>
  milliseconds < 1000 ? 'now' : `in ${roundedDuration(Math.floor(milliseconds / 1000) * 1000)}`

/** `1 message`, `2 messages`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`
}

/** The timer that a step advances to: the next one that somebody waits for, or else the next one. */
export function nextStep(pending: readonly PendingTimer[]): PendingTimer | undefined {
  return pending.find(({ background }) => !background) ?? pending[0]
}
