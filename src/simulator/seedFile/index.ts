/** Seed files: what an organisation starts with, written down in JSON or YAML. */

export { seedJsonSchema } from './jsonSchema.js'
export { readSeed, type SeedFileOptions } from './readSeed.js'
export { SeedFileError, type SeedProblem } from './seedFileError.js'
export { type SeedWritingOptions, writeSeed } from './writeSeed.js'
