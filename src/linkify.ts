/** Text to links and back, by the organisation's own patterns. */
export {
  checkLinkifier,
  createLinkifier,
  type EngineProblem,
  type FoundLink,
  type LinkifierDraft,
  type LinkifierEngine,
  type LinkifierProblem,
} from './text/linkify/index.js'
