import { escapeMentions } from './escapeMentions.js'

/**
 * Somebody's words as a quotation, which nothing in them can get out of, and which mentions nobody. What follows it in a
 * message needs a blank line before.
 */
export function quoteSafe(text: string): string {
  return escapeMentions(text)
    .replace(/^/, '> ')
    .replace(/\r\n|\r|\n/g, '\n> ')
}

/** Somebody's words as inline code, on one line, which nothing in them can end, and which mentions nobody. */
export function codeSafe(text: string): string {
  return asCode(escapeMentions(text))
}

/** A text as inline code, on one line, which nothing in it can end. */
export function asCode(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const fence = '`'.repeat(longestRun(line) + 1)
  const padding = line === '' || line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return fence + padding + line + padding + fence
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
