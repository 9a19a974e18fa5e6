import { serverTexts } from '../../../protocol/index.js'
import { refuse } from '../refusal.js'
import { cutText } from '../texts.js'
import type { World } from '../world.js'

/**
 * Content as it is kept: without newlines before and white space behind, cut to the limit.
 *
 * @throws {Refusal} when nothing is left, or when it holds NUL
 */
export function readContent(world: World, given: string): string {
  const trimmed = given.trimEnd()
  const content = trimmed.startsWith('\n') ? trimmed.replace(/^\n+/, '') : trimmed
  if (content === '') refuse('messageMustNotBeEmpty')
  if (content.includes('\u0000')) refuse('messageMustNotContainNull')
  return cutText(content, world.assumptions.messageLength, serverTexts.truncated)
}
