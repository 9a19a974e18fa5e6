import { fingerprint } from '../random.js'
import { bakery } from '../realm/seed.js'
import { DataError } from './dataError.js'
import type { DataOptions } from './dataOptions.js'
import type { Seed } from './keptState.js'

export function seedOf({ organisation = bakery, randomSeed }: DataOptions): Seed {
  return { organisation: fingerprint(JSON.stringify(organisation)), randomSeed: String(randomSeed) }
}

/** What a directory was made from stays; whoever says nothing of it gets that. @throws {DataError} for another seed */
export function checkSeed(directory: string, kept: Seed, options: DataOptions): void {
  const given = seedOf(options)
  const other =
    options.organisation !== undefined && given.organisation !== kept.organisation
      ? 'organisation'
      : options.randomSeed !== undefined && given.randomSeed !== kept.randomSeed
        ? 'random seed'
        : undefined
  if (other === undefined) return
  throw new DataError(
    'DATA_OF_ANOTHER_SEED',
    directory,
    `${directory} was made from another ${other}; leave the ${other} out to go on with it, or choose another directory.`,
  )
}
