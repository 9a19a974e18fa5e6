import type { Part } from '../../transcript/transcript.js'
import type { TranscriptProblem } from './problems.js'

/** What was read from a line, or why nothing was. What was found is the line, unless it is said. */
export type Read = { readonly part: Part } | { readonly problem: Problem }

type Problem = Omit<TranscriptProblem, 'line' | 'found'> & { readonly found?: string }
