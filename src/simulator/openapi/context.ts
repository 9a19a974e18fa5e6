import type { Dialect } from '../../protocol/index.js'
import type { LevelNotes } from './levelNotes.js'
import type { Schemas } from './schemas.js'
import type { Example } from './types.js'

/** The server that is described, and what its description is made with. */
export interface Context {
  readonly level: number
  readonly dialect: Dialect
  readonly notes: LevelNotes
  readonly schemas: Schemas
  /** Examples that are pointed to, by name. */
  readonly examples: Map<string, Example>
}
