import { overlap, ratios, summary } from './statistics.mjs'

/** What must be at least so much, from the figures of all rounds. */
export const atLeast = (name, limit, values, more) => row(name, '>=', limit, values, (value) => value >= limit, more)

/** What must be at most so much. */
export const atMost = (name, limit, values, more) => row(name, '<=', limit, values, (value) => value <= limit, more)

/** What could not be measured here is not met, and says why. */
export const unmeasured = (name, target, why) => ({ name, value: null, spread: null, target, met: false, note: why })

function row(name, sign, limit, values, isMet, { unit = '', note } = {}) {
  const { median, min, max } = summary(values)
  const value = precise(median)
  return {
    name,
    value,
    spread: [precise(min), precise(max)],
    target: `${sign} ${limit}`,
    unit,
    met: isMet(value),
    ...(note && { note }),
  }
}

/**
 * How many times as fast one is as the other, which must be at least so much. Where the requests a second of both overlap, the CPU
 * time for each decides.
 */
export function timesAsFast(name, limit, own, other) {
  if (!own || !other) return unmeasured(name, `>= ${limit}`, 'one of the two does not run here')
  const byRate = ratios(own.perSecond, other.perSecond)
  const byCpu = ratios(other.cpu, own.cpu)
  const decidedByCpu = overlap(own.perSecond, other.perSecond)
  const middle = (values) => summary(values).median.toFixed(2)
  return atLeast(name, limit, decidedByCpu ? byCpu : byRate, {
    unit: 'times',
    note: decidedByCpu
      ? `by CPU time, since requests a second overlap (by those ${middle(byRate)})`
      : `by requests a second (by CPU time ${middle(byCpu)})`,
  })
}

export const rounded = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

/** What is written down is what is compared. */
const precise = (value) => Number(value.toPrecision(5))
