/** Which part of a long list is drawn: lists of messages, each of another height, are drawn by parts. Pure data. */
export interface Drawn {
  /** Place of the first that is drawn. */
  readonly start: number
  /** Behind the last. */
  readonly end: number
}

/** How many are drawn at once at most, how many of the newest at first, and how many more at a time. */
const most = 240
const first = 80
const step = 80

/** The newest. */
export function newest(count: number): Drawn {
  return { start: Math.max(0, count - first), end: count }
}

/** The same with older ones before it; those at the other end go when there are too many. */
export function withOlder({ start, end }: Drawn): Drawn {
  const from = Math.max(0, start - step)
  return { start: from, end: Math.min(end, from + most) }
}

export function withNewer({ start, end }: Drawn, count: number): Drawn {
  const to = Math.min(count, end + step)
  return { start: Math.max(start, to - most), end: to }
}
