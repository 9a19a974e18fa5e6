/**
 * Quotes text with its Markdown. Nothing in it can end the quotation, and its mentions notify nobody. Put a blank line after it.
 */
export function quoteSafe(text: string): string {
  return escapeMentions(text)
    .replace(/^/, '> ')
    .replace(/\r\n|\r|\n/g, '\n> ')
}

/** Formats text as inline code, on one line. Nothing in it can end the code, and its mentions notify nobody. */
export function codeSafe(text: string): string {
  return asCode(escapeMentions(text))
}

/** Formats text as inline code, on one line; nothing in it can end the code. */
export function asCode(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const fence = '`'.repeat(longestRun(line, /`+/g) + 1)
  const padding = line === '' || line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return fence + padding + line + padding + fence
}

/** The length of the pattern's longest match. */
export function longestRun(text: string, run: RegExp): number {
  let longest = 0
  for (const [found] of text.matchAll(run)) longest = Math.max(longest, found.length)
  return longest
}

/**
 * Makes all mentions of people, groups and everyone silent: `@**all**` becomes `@_**all**`, which reads the same but notifies
 * nobody. For text by others that a bot repeats. Code is included, since it may no longer be code where the text ends up. Pass
 * the whole text: pieces that are joined later can form a mention again.
 */
export function escapeMentions(text: string): string {
  return text.replace(/@(?=\*)/g, '@_')
}
