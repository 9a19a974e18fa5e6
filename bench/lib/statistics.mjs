/** A list of figures as its middle one and its outermost: `{ median, min, max }`. */
export function summary(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Each figure divided by that of the same round. */
export const ratios = (values, others) => values.map((value, round) => value / others[round])
