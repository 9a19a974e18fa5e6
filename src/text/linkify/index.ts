/** Linkifiers: what the organisation's patterns make links, and back. Pure functions; run anywhere. */

export { checkLinkifier } from './checkLinkifier.js'
export { createLinkifier, type EngineProblem, type LinkifierEngine } from './createLinkifier.js'
export type { LinkifierDraft } from './draft.js'
export type { FoundLink } from './findLinks.js'
export { literalBeginning } from './pattern.js'
export type { LinkifierProblem } from './problem.js'
