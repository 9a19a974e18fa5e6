import { sendable } from '../cutToLimit.js'

/**
 * Escapes text so that it appears literally, on one line: nothing in it becomes bold, a mention, a link with a different text, an
 * emoji by name, or the start of a list. Visible URLs still become links, and so do matches of the organisation's linkifiers:
 * only formatting as code prevents that.
 */
export function escaped(text: string): string {
  return escapedLine(text.replace(/[\s\p{Cc}]+/gu, ' '))
}

export function escapedLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(escaped)
    .join('\n')
}

function escapedLine(text: string): string {
  return sendable(text)
    .trim()
    .replace(signs, '\\$&')
    .replace(asBlock, (_, number: string, sign: string) => `${number}\\${sign}`)
}

/** Characters with a meaning inside a line. Escapes as few as possible, since not all servers remove the backslashes. */
const signs = /\\(?=[!-/:-@[-`{-~]|$)|[`*[\]<]|(?<=\])\(|~(?=~)|(?<=~)~|\$(?=\$)|(?<=\$)\$|:(?=[\w+-]+:)/g

/** Characters with a meaning at the start of a line or message. */
const asBlock = /^(\d{0,9})([#>+=|~/-]|(?<=\d)[.)])/
