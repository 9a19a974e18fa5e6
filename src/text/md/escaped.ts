import { sendable } from '../cutToLimit.js'

/**
 * Somebody's words as they are, on one line: nothing in them is bold, a mention, a link with another text, an emoji by
 * name, or the beginning of a list. An address that can be seen stays a link, and so does what the organisation's
 * linkifiers find: only code keeps these from being links.
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

/** What means something within a line. Fewer backslashes are better: not all servers take them away again. */
const signs = /\\(?=[!-/:-@[-`{-~]|$)|[`*[\]<]|(?<=\])\(|~(?=~)|(?<=~)~|\$(?=\$)|(?<=\$)\$|:(?=[\w+-]+:)/g

/** What means something at the beginning of a line, or of a message. */
const asBlock = /^(\d{0,9})([#>+=|~/-]|(?<=\d)[.)])/
