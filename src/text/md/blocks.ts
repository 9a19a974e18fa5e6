import { quoteSafe } from '../quoteSafe.js'
import { sendable } from '../sendable.js'
import { escaped, escapedLines } from './escaped.js'

/** Markdown of your own, where a text would be escaped. */
export interface MarkdownText {
  readonly markdown: string
}

/**
 * Somebody's message as a quotation, with its Markdown, which nothing in it can get out of and which mentions nobody.
 * Put a blank line behind it.
 */
export function quote(markdown: string): string {
  return quoteSafe(sendable(markdown))
}

/** A text as a block of code, which nothing in it can end. The language is a word such as `ts`. */
export function codeBlock(text: string, language = ''): string {
  const code = sendable(text).replace(/\r\n?/g, '\n')
  const fence = '`'.repeat(Math.max(3, longestRun(code, /`+/g) + 1))
  const word = language.replace(/[^\w+#.-]/g, '')
  return `${fence}${meansMore.test(word) ? '' : word}\n${code}\n${fence}`
}

/** A title, and a text that is shown when it is clicked on. Put it on lines of its own. */
export function spoiler(title: string, text: string | MarkdownText): string {
  const body = typeof text === 'string' ? escapedLines(text) : sendable(text.markdown)
  const fence = '~'.repeat(Math.max(3, longestRun(body, /~+/g) + 1))
  return `${fence}spoiler ${escaped(title)}`.trimEnd().concat(`\n${body}\n${fence}`)
}

/** What would make something else of a fence than code. */
const meansMore = /^(?:quote|quoted|spoiler|math|latex|tex)$/i

function longestRun(text: string, run: RegExp): number {
  let longest = 0
  for (const [found] of text.matchAll(run)) longest = Math.max(longest, found.length)
  return longest
}
