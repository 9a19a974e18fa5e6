import { replaceProse } from './blocks.js'
import { fenceAround, linesForFences, longestRun, withFencesClosed } from './fences.js'

/**
 * Quotes text with its Markdown, as a block of its own lines. Nothing in it can end the quotation, and its mentions notify nobody.
 * A text without anything to see gives an empty string.
 *
 * @example ctx.reply(quoteSafe(content))
 */
export function quoteSafe(text: string): string {
  const lines = linesForFences(text)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  if (lines === '') return ''
  // In a quotation, code stays code, so its mentions notify nobody as they are.
  const quoted = withFencesClosed(replaceProse(lines, escapeMentions))
  const fence = fenceAround(quoted, '`')
  return `${fence}quote\n${quoted}\n${fence}`
}

/** Formats text as inline code, on one line. Nothing in it can end the code, and its mentions notify nobody. @example codeSafe(ctx.text) */
export function codeSafe(text: string): string {
  return asCode(escapeMentions(text))
}

/** Formats text as inline code, on one line; nothing in it can end the code. Don't put it right after a backslash. @example asCode('npm test') */
export function asCode(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const fence = '`'.repeat(longestRun(line, /`+/g) + 1)
  // Readers see the padding, so it is only where a backtick would join the fence.
  const before = line === '' || line.startsWith('`') ? ' ' : ''
  const after = line.endsWith('`') ? ' ' : ''
  return fence + before + line + after + fence
}

/**
 * Makes all mentions of people, groups and everyone silent: `@**all**` becomes `@_**all**`, which reads the same but notifies
 * nobody. For text by others that a bot repeats. Code is included, since it may no longer be code where the text ends up. Pass
 * the whole text: pieces that are joined later can form a mention again.
 *
 * @example ctx.reply(escapeMentions(content))
 */
export function escapeMentions(text: string): string {
  return text.replace(/@(?=\*)/g, '@_')
}
