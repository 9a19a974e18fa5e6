import { stringify } from 'yaml'
import type { OrganisationSeed } from '../realm/seed/seed.js'

export interface SeedWritingOptions {
  /** (default: `yaml`) */
  readonly format?: 'yaml' | 'json'
}

/**
 * Writes a seed as a file. `readSeed` returns the same seed from it.
 *
 * @example writeSeed(bakery) // 'name: Oberon Bakery\ndescription: Bread before *dawn*.\n…'
 */
export function writeSeed(seed: OrganisationSeed, { format = 'yaml' }: SeedWritingOptions = {}): string {
  if (format === 'json') return `${JSON.stringify(seed, null, 2)}\n`
  // For people: long texts stay on one line, and an object that is used twice is written twice.
  return stringify(seed, { lineWidth: 0, aliasDuplicateObjects: false })
}
