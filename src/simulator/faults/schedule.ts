import { createRandom, sample } from '../base/random.js'
import { faultOf } from './fault.js'
import { FaultError } from './faultError.js'
import { parseFault, printFault } from './sentence.js'
import { mostByChance } from './slots.js'

/** How to spread faults at random. */
export interface FaultSchedule {
  /** The same seed gives the same plan. */
  readonly seed: string | number
  /** The faults are spread among this many of the next calls or deliveries; at most 100,000. */
  readonly among: number
  /** How many of them are affected. */
  readonly faults: number
  /** The calls or deliveries, e.g. `calls of messages.send` or `deliveries to Echo`. */
  readonly of: string
  /** What can happen to them, each equally likely, e.g. `answer 503` or `are reset after taking effect`. */
  readonly effects: readonly string[]
}

/**
 * Spreads faults at random. The result is a plan of sentences with fixed numbers, which you can add, print and keep.
 *
 * @example
 * faultSchedule({ seed: 7, among: 100, faults: 5, of: 'calls of messages.send', effects: ['answer 503', 'hang'] })
 * // [ 'calls 3, 40 and 77 of messages.send answer 503 before taking effect',
 * //   'calls 12 and 58 of messages.send hang before taking effect' ]
 *
 * @throws {FaultError} for a schedule that is impossible
 */
export function faultSchedule({ seed, among, faults, of, effects }: FaultSchedule): string[] {
  if (!isCount(among) || among > mostByChance) throw wrong('among', among, `a whole number from 1 to ${mostByChance}`)
  if (!isCount(faults) || faults > among) throw wrong('faults', faults, `a whole number from 1 to ${among}`)
  if (effects.length === 0) throw wrong('effects', '[]', 'at least one, e.g. "answer 503"')
  const [, subject, target = ''] = /^\s*(\S+)(.*)$/s.exec(of) ?? []
  if (subject === undefined) throw wrong('of', '""', 'e.g. "calls of messages.send"')
  const random = createRandom(seed)
  const numbers = sample(faults, among, random)
  const numbersOf = effects.map((): number[] => [])
  for (const number of numbers) numbersOf[random.below(effects.length)]?.push(number)
  return effects.flatMap((effect, index) => {
    // Each effect is parsed even if none is drawn, so that finding a typo doesn't depend on the seed.
    const fault = parseFault(`${subject} 1 and 2${target} ${effect}`)
    const ranges = (numbersOf[index] ?? []).map((number): [number, number] => [number, number])
    return ranges.length === 0 ? [] : [printFault(faultOf({ ...fault, which: { kind: 'numbers', ranges } }))]
  })
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1
}

function wrong(field: string, value: unknown, wanted: string): FaultError {
  return new FaultError('invalid_fault', `A schedule of faults has "${field}" of ${String(value)}; give ${wanted}.`, {
    word: field,
  })
}
