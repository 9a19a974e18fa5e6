import { stringify } from 'yaml'
import type { OrganisationSeed } from '../realm/seed/seed.js'

export interface SeedWritingOptions {
  /** (default: `yaml`) */
  readonly format?: 'yaml' | 'json'
}

/**
 * Writes a seed as a file that `readSeed` reads as the same seed.
 *
 * @example writeSeed(bakery) // 'name: Oberon Bakery\ndescription: Bread before *dawn*.\n…'
 */
export function writeSeed(seed: OrganisationSeed, { format = 'yaml' }: SeedWritingOptions = {}): string {
  if (format === 'json') return `${JSON.stringify(seed, null, 2)}\n`
  // Long texts stay in one line, and what is the same object twice is written twice: a file for people.
  return stringify(seed, { lineWidth: 0, aliasDuplicateObjects: false })
}
