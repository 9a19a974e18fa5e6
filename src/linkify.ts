/** Turns text into links, with the organisation's patterns. */
export { createLinkifier, type EngineProblem } from './text/linkify/createLinkifier.js'
export { checkLinkifier, type LinkifierDraft, type LinkifierProblem } from './text/linkify/readLinkifier.js'
