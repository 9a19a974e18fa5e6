import stringWidth from 'string-width'
import { Help } from './commander.js'

/** Breaks a text at spaces. Its own line breaks stay, and words that are too long are not broken. */
export function wrapped(text: string, width: number): string {
  const help = new Help()
  help.minWidthToWrap = 1
  help.displayWidth = (part) => stringWidth(part)
  return help.boxWrap(text, width)
}

/**
 * A text that begins in the given column, its further lines indented to begin there too. It is broken to fit the width if
 * that is known and leaves room for a few words.
 */
export function hanging(text: string, column: number, width: number | undefined): string {
  const room = (width ?? 0) - column
  const lines = room < leastRoom ? text : wrapped(text, room)
  return lines.replaceAll('\n', `\n${' '.repeat(column)}`)
}

/**
 * Fits lines to a terminal without breaking words. What doesn't fit goes on below the line's text, which begins behind its sign or
 * term; if that leaves too little room, below these.
 */
export function fitted(text: string, width: number | undefined): string {
  return text.replaceAll(/[^\n]+/g, (line) => {
    if (width === undefined || stringWidth(line) <= width) return line
    const [term = ''] = /^ *(?:\S+(?: \S+){0,3} {2,}|[✗↻│] )?/.exec(line) ?? []
    const rest = line.slice(term.length)
    if (width - term.length >= leastRoom) return term + hanging(rest, stringWidth(term), width)
    return `${term.trimEnd()}\n      ${hanging(rest, 6, width)}`
  })
}

const leastRoom = 20

/** The beginning of a text, with an ellipsis if it is wider than so many columns. */
export function shortenedTo(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text
  let kept = ''
  let width = 0
  for (const character of text) {
    width += stringWidth(character)
    if (width > columns - 1) break
    kept += character
  }
  return `${kept}…`
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)))
}
