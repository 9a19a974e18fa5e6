import { shortDuration } from '../text/duration.js'

/** A time of the simulator's as clocks of this machine show it: `10:02:07.250`. */
export const timeText = (milliseconds: number): string => dayAndTimeText(milliseconds).slice(11)

/** The same with its day: `2026-03-02 10:02:07.250`. */
export function dayAndTimeText(milliseconds: number): string {
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000
  return new Date(milliseconds - offset).toISOString().slice(0, 23).replace('T', ' ')
}

/** How long something took, as exactly as a reader wants it: `38ms`, `1.25s`, `3m5s`, `31d8h`. */
export function durationText(milliseconds: number): string {
  const exact = steps.find(([to]) => milliseconds < to)?.[1] ?? 3_600_000
  return shortDuration(Math.floor(milliseconds / exact) * exact)
}

const steps = [
  [1000, 1],
  [60_000, 10],
  [3_600_000, 1000],
  [86_400_000, 60_000],
] as const
