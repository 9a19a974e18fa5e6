/** Turns text into links and back, with the organisation's patterns. */
export {
  checkLinkifier,
  createLinkifier,
  type EngineProblem,
  type LinkifierDraft,
  type LinkifierProblem,
} from './text/linkify/index.js'
