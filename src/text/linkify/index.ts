/** Linkifiers: turn text that matches the organisation's patterns into links. Pure functions; run anywhere. */

export type { FoundLink } from './createLinkifier.js'
export { createLinkifier, type EngineProblem, type LinkifierEngine } from './createLinkifier.js'
export { literalBeginning } from './pattern.js'
export type { LinkifierDraft, LinkifierProblem } from './readLinkifier.js'
export { checkLinkifier } from './readLinkifier.js'
export { parseUrlTemplate, variableNames } from './urlTemplate.js'
