import { seed as seedOfRun } from '../seed.js'

const isFull = process.env.EARSHOT_TESTS === 'full'

/** So many of the million cases; `npm test` tries one in 300. */
export const casesOf = (inFull: number): number => Math.ceil(inFull / (isFull ? 1 : 300))

/** Milliseconds that they may take on a slow machine that has other things to do. */
export const patience = isFull ? 60 * 60_000 : 300_000

/** The first seed: cases of another run of the tests are others; whole thousands, since some tests start anew every 200 or 2,000. */
export const offset = ((seedOfRun - 1) % 10_000) * 100_000

/** Runs a case for each number from a first one on, and names the one that failed. */
export async function runCases(count: number, first: number, run: (seed: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const seed = offset + first + at
    try {
      await run(seed)
    } catch (error) {
      throw new Error(`The case with the seed ${seed} failed.`, { cause: error })
    }
    // What was left unhandled comes to light between two cases.
    if (at % 500 === 499) await new Promise((resolve) => setImmediate(resolve))
  }
}
