/** The part of a long list that is drawn. Messages differ in height, so `RowList` can't draw them. */
export interface Drawn {
  /** Index of the first drawn one. */
  readonly start: number
  /** Index after the last drawn one. */
  readonly end: number
}

/** How many are drawn at most, and how many more at a time. */
const most = 240
const step = 80

/** The newest, as many as fill the view. */
export function newest(count: number, filling: number): Drawn {
  return { start: Math.max(0, count - filling), end: count }
}

/** The range with older messages added, and newer ones dropped if there are too many. */
export function withOlder({ start, end }: Drawn): Drawn {
  const from = Math.max(0, start - step)
  return { start: from, end: Math.min(end, from + most) }
}

export function withNewer({ start, end }: Drawn, count: number): Drawn {
  const to = Math.min(count, end + step)
  return { start: Math.max(start, to - most), end: to }
}
