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

/** How long something took: `38 ms`, `1.25 s`, `3 min 5 s`, `31 d 8 h`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds * 10) / 10} ms`
  if (milliseconds < 60_000) return `${Math.round(milliseconds / 10) / 100} s`
  let left = Math.round(milliseconds / 1000)
  const parts = units.map(([length, name]) => {
    const count = Math.floor(left / length)
    left %= length
    return count === 0 ? '' : `${count} ${name}`
  })
  const first = parts.findIndex((part) => part !== '')
  return parts
    .slice(first, first + 2)
    .join(' ')
    .trim()
}

/** With their seconds. */
const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

function twoDigits(count: number): string {
  return String(count).padStart(2, '0')
}
