import type { Break } from './break.js'

/** The text between two breaks as it is sent. White space at its edges is nothing to be seen, but in code. */
export function written(markdown: string, from: Break, to: Break): string {
  const text = from.open + markdown.slice(from.start, to.end) + to.close
  const outdented = from.indent > 0 ? withoutIndent(text, from.indent) : text
  const tidy = from.open === '' ? outdented.replace(/^(?:[ \t]*\r?\n)+/, '') : outdented
  return to.close === '' ? tidy.trimEnd() : tidy
}

/** Takes columns off the lines, up to the first one that is not indented that far. */
function withoutIndent(text: string, columns: number): string {
  let isOver = false
  return text
    .split('\n')
    .map((line) => {
      if (isOver || line.trim() === '') return line
      const shorter = withoutColumns(line, columns)
      isOver = shorter === undefined
      return shorter ?? line
    })
    .join('\n')
}

function withoutColumns(line: string, columns: number): string | undefined {
  let column = 0
  let at = 0
  while (column < columns) {
    if (line[at] === ' ') column += 1
    else if (line[at] === '\t') column += 4 - (column % 4)
    else return undefined
    at += 1
  }
  return line.slice(at)
}
