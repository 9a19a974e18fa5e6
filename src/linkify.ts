/** Turns text into links, with the organisation's patterns. */
export {
  checkLinkifier,
  createLinkifier,
  type EngineProblem,
  type LinkifierDraft,
  type LinkifierProblem,
} from './text/linkify/index.js'
