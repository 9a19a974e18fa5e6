/** A moment, which everybody sees in their own time zone. @throws {RangeError} for an invalid date */
export function time(when: Date | number): string {
  const date = new Date(when)
  if (Number.isNaN(date.getTime())) {
    throw new RangeError(`A message can't show the time ${String(when)}. Give a valid Date, or UNIX milliseconds.`)
  }
  return `<time:${date.toISOString().replace(/\.\d+Z$/, 'Z')}>`
}
