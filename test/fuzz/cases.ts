const isFull = process.env.EARSHOT_TESTS === 'full'

/** So many of the million cases; of `npm test`, a hundredth part. */
export const casesOf = (inFull: number): number => Math.ceil(inFull / (isFull ? 1 : 100))

/** Milliseconds that they may take on a slow machine that has other things to do. */
export const patience = isFull ? 60 * 60_000 : 120_000

/** Runs a case for each number, and says which one it was that failed. */
export async function runCases(count: number, seed: number, run: (seed: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    try {
      await run(seed + at)
    } catch (error) {
      throw new Error(`The case with the seed ${seed + at} failed.`, { cause: error })
    }
    // What was left unhandled comes to light between two cases.
    if (at % 500 === 499) await new Promise((resolve) => setImmediate(resolve))
  }
}
