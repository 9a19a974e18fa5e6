import type { Random } from '../random.js'

/** The most among which chance chooses. */
export const mostByChance = 100_000

/** So many different numbers from 1 up to a limit, in order; every choice is as likely as any other. */
export function drawn(count: number, limit: number, random: Random): number[] {
  const chosen = new Set<number>()
  for (let highest = limit - count + 1; highest <= limit; highest += 1) {
    const number = random.below(highest) + 1
    chosen.add(chosen.has(number) ? highest : number)
  }
  return [...chosen].sort((one, other) => one - other)
}
