/** Turns text into links and back, with the organisation's patterns. */
export {
  checkLinkifier,
  createLinkifier,
  type EngineProblem,
  type FoundLink,
  type LinkifierDraft,
  type LinkifierEngine,
  type LinkifierProblem,
} from './text/linkify/index.js'
