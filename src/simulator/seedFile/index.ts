/** Seed files: what an organisation starts with, written down in JSON or YAML. */

export { seedJsonSchema } from './fillIn.js'
export { readSeed, SeedFileError, type SeedFileOptions, type SeedProblem } from './readSeed.js'
export { type SeedWritingOptions, writeSeed } from './writeSeed.js'
