import { shortDuration } from '../text/duration.js'

/** A simulated time in this machine's time zone: `10:02:07.250`. */
export const timeText = (milliseconds: number): string => dayAndTimeText(milliseconds).slice(11)

/** Date and time: `2026-03-02 10:02:07.250`. */
export function dayAndTimeText(milliseconds: number): string {
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000
  return new Date(milliseconds - offset).toISOString().slice(0, 23).replace('T', ' ')
}

/** A duration, rounded for reading: `38ms`, `1.25s`, `3m5s`, `31d8h`. */
export function roundedDuration(milliseconds: number): string {
  const exact = steps.find(([to]) => milliseconds < to)?.[1] ?? 3_600_000
  return shortDuration(Math.floor(milliseconds / exact) * exact)
}

const steps = [
  [1000, 1],
  [60_000, 10],
  [3_600_000, 1000],
  [86_400_000, 60_000],
] as const
