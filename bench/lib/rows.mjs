import { targets } from '../targets.mjs'
import { ratios, summary } from './statistics.mjs'

/**
 * The rows of a part: what was measured beside its target.
 *
 * @param figures `{ [name]: values }`, or a text that says why there are no values; `why` is that text for names that are missing.
 */
export function rowsOf(part, figures, why = 'what it needs is not here') {
  const unknown = Object.keys(figures).find((name) => !Object.hasOwn(targets[part], name))
  if (unknown !== undefined) throw new Error(`bench/targets.mjs has no target for "${unknown}".`)
  return Object.entries(targets[part]).map(([name, target]) => row(part, name, target, figures[name] ?? why))
}

function row(part, name, { atLeast, atMost, unit, beside }, values) {
  const target = atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`
  const about = { part, name, target, ...(beside === undefined ? { unit } : { beside }) }
  if (typeof values === 'string') return { ...about, value: null, spread: null, met: false, note: values }
  const { median, min, max } = summary(values)
  const [value, ...spread] = [median, min, max].map(precise)
  return { ...about, value, spread, met: atLeast === undefined ? value <= atMost : value >= atLeast }
}

/** One contender divided by another, round by round. */
export const beside = (own, other, key = 'perSecond') => byRound(own, other, (a, b) => ratios(a[key], b[key]))

/** What one contender takes more than another, round by round. */
export const above = (own, other, key = 'cpu') =>
  byRound(own, other, (a, b) => a[key].map((value, round) => value - b[key][round]))

const byRound = (own, other, compare) => (own && other ? compare(own, other) : 'one of the two does not run here')

export const rounded = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

/** What is written down is what is compared. */
const precise = (value) => Number(value.toPrecision(5))
