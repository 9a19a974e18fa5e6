import { createRandom } from '../random.js'
import { drawn, mostByChance } from './draw.js'
import { FaultError } from './faultError.js'
import { parseFault, printFault } from './sentence.js'
import { numbered } from './which.js'

/** How chance is to spread faults. */
export interface FaultSchedule {
  /** The same seed gives the same plan. */
  readonly seed: string | number
  /** Among how many of the next calls or deliveries the faults are spread; 100,000 at most. */
  readonly among: number
  /** How many of them are struck. */
  readonly faults: number
  /** What they are, e.g. `calls of messages.send` or `deliveries to Echo`. */
  readonly of: string
  /** What may happen to them, e.g. `answer 503` or `are reset after taking effect`; each is as likely as the others. */
  readonly effects: readonly string[]
}

/**
 * Spreads faults by chance. What comes out is a plan of sentences with numbers in them, to be added, printed and kept:
 * nothing is left to chance in it.
 *
 * @example
 * faultSchedule({ seed: 7, among: 100, faults: 5, of: 'calls of messages.send', effects: ['answer 503', 'hang'] })
 * // [ 'calls 3, 40 and 77 of messages.send answer 503 before taking effect',
 * //   'calls 12 and 58 of messages.send hang before taking effect' ]
 *
 * @throws {FaultError} for a schedule that cannot be kept
 */
export function faultSchedule({ seed, among, faults, of, effects }: FaultSchedule): string[] {
  if (!isCount(among) || among > mostByChance) throw wrong('among', among, `a whole number from 1 to ${mostByChance}`)
  if (!isCount(faults) || faults > among) throw wrong('faults', faults, `a whole number from 1 to ${among}`)
  if (effects.length === 0) throw wrong('effects', '[]', 'at least one, e.g. "answer 503"')
  const [, subject, target = ''] = /^\s*(\S+)(.*)$/s.exec(of) ?? []
  if (subject === undefined) throw wrong('of', '""', 'e.g. "calls of messages.send"')
  const random = createRandom(seed)
  const numbers = drawn(faults, among, random)
  const struck = effects.map((): number[] => [])
  for (const number of numbers) struck[random.below(effects.length)]?.push(number)
  return effects.flatMap((effect, index) => {
    // Each effect is read even when chance leaves it out, so that a slip in it does not hide behind the seed.
    const fault = parseFault(`${subject} 1 and 2${target} ${effect}`)
    const which = numbered(struck[index] ?? [])
    return which === undefined ? [] : [printFault({ ...fault, which })]
  })
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1
}

function wrong(field: string, value: unknown, wanted: string): FaultError {
  return new FaultError('INVALID_FAULT', `A schedule of faults has "${field}" of ${String(value)}; give ${wanted}.`, {
    word: field,
  })
}
