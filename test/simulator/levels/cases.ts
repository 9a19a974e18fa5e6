import type { NamedFeature } from '../../../src/protocol/index.js'
import { endpointCases } from './endpointCases.js'
import { eventCases } from './eventCases.js'
import { fieldCases } from './fieldCases.js'
import { fileCases } from './fileCases.js'
import type { LevelCase } from './levelCase.js'
import { markdownCases } from './markdownCases.js'
import { refusalCases } from './refusalCases.js'
import { ruleCases } from './ruleCases.js'

/** One case for every row of the level table with a name of its own. */
export const levelCases: Readonly<Record<NamedFeature, LevelCase>> = {
  ...endpointCases,
  ...eventCases,
  ...fieldCases,
  ...fileCases,
  ...markdownCases,
  ...ruleCases,
  ...refusalCases,
}
