/** Seed files: the initial content of an organisation, in JSON or YAML. */

export { seedJsonSchema } from './fillIn.js'
export { readSeed, SeedFileError, type SeedFileOptions, type SeedProblem } from './readSeed.js'
export { type SeedWritingOptions, writeSeed } from './writeSeed.js'
