/** A time of the simulator's as clocks of this machine show it: `10:02:07.250`. */
export function timeText(milliseconds: number): string {
  const time = new Date(milliseconds)
  const [hours, minutes, seconds] = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits)
  return `${hours}:${minutes}:${seconds}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

/** The same with its day. */
export function dayAndTimeText(milliseconds: number): string {
  const time = new Date(milliseconds)
  return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())} ${timeText(milliseconds)}`
}

/** How long something took: `38 ms`, `1.25 s`, `3 min 5 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds * 10) / 10} ms`
  if (milliseconds < 60_000) return `${Math.round(milliseconds / 10) / 100} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0')
}
