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
  const fence = '`'.repeat(longestRun(line, /`+/g) + 1)
  const padding = line === '' || line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return fence + padding + line + padding + fence
}

/** The length of the longest run of characters that the pattern finds. */
export function longestRun(text: string, run: RegExp): number {
  let longest = 0
  for (const [found] of text.matchAll(run)) longest = Math.max(longest, found.length)
  return longest
}

/**
 * Makes every mention silent, of people, groups and everybody: `@**all**` becomes `@_**all**`, which reads the same and
 * notifies nobody. For text that somebody else wrote and a bot says again. Code is not left out, since what is code here
 * may not be code where the text ends up. Give it the whole text: pieces put together later can make a mention again.
 */
export function escapeMentions(text: string): string {
  return text.replace(/@(?=\*)/g, '@_')
}
