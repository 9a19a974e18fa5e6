import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'

const file = inRoot('test', 'failedSeeds.json')

/** The seed of every run of `npm test`, so that it is the same at each. */
export const usualSeed = 1

export const freshSeed = () => randomInt(2, 2 ** 31 - 1)

/** Failures of random tests that `npm run test:full` met, as `{ seed, file, test }`; it tries each of them again. */
export const failedSeeds = () => JSON.parse(readFileSync(file, 'utf8'))

/** Adds what failed with a seed, to be committed with the fix. Returns how many are new. */
export function keepFailedSeed(seed, failures) {
  const kept = failedSeeds()
  const added = failures
    .map(({ file, test }) => ({ seed, file, test }))
    .filter((one) => !kept.some((other) => other.seed === seed && other.file === one.file && other.test === one.test))
  if (added.length > 0) writeFileSync(file, `${JSON.stringify([...kept, ...added], undefined, 2)}\n`)
  return added.length
}
