import type { LinkifierDraft } from './draft.js'
import type { LinkifierProblem } from './problem.js'
import { readLinkifier } from './readLinkifier.js'

/**
 * What the server would refuse about a linkifier, in its words; nothing where the linkifier is in order.
 *
 * @example checkLinkifier({ pattern: '(oven', url_template: 'https://a.example/' })[0]?.message
 *   // 'Bad regular expression: missing ): (oven'
 * @see spec 2.7
 */
export function checkLinkifier(draft: LinkifierDraft): readonly LinkifierProblem[] {
  return readLinkifier(draft).problems
}
