export type LineCursor = ReturnType<typeof cursorAt>

/** A position in a line of Markdown. Columns are counted as in Markdown: a tab extends to the next multiple of four. */
export function cursorAt(text: string, start: number, end: number) {
  let position = start
  let column = 0
  /** Remaining columns of a partly skipped tab. */
  let left = 0
  let next = position
  let indent = 0
  look()

  function look(): void {
    next = position
    indent = left
    for (; next < end && (text[next] === ' ' || text[next] === '\t'); next += 1) {
      indent += text[next] === '\t' ? 4 - ((column + indent) % 4) : 1
    }
  }

  function skip(columns: number): void {
    let missing = columns
    while (missing > 0) {
      if (left === 0) {
        const character = text[position]
        if (position >= end || (character !== ' ' && character !== '\t')) break
        left = character === '\t' ? 4 - (column % 4) : 1
        position += 1
      }
      const step = Math.min(left, missing)
      left -= step
      column += step
      missing -= step
    }
    look()
  }

  function takeCharacters(count: number): void {
    skip(indent)
    position += count
    column += count
    look()
  }

  return {
    /** Index of the next character that isn't white space. */
    at: () => next,
    /** The rest of the line, from that character on. */
    rest: () => text.slice(next, end),
    /** Columns of white space before that character. */
    indent: () => indent,
    isBlank: () => next >= end,
    skip,
    /** Skips a `>` and one column of white space after it, if there is one. */
    takeQuoteMark(): boolean {
      if (indent >= 4 || next >= end || text[next] !== '>') return false
      takeCharacters(1)
      skip(1)
      return true
    },
    /** Skips a list marker of this length, and returns the indentation of the item's content. */
    takeListMarker(length: number): number {
      const before = indent
      takeCharacters(length)
      const isEmpty = next >= end
      const padding = isEmpty || indent > 4 ? 1 : indent
      skip(padding)
      return before + length + padding
    },
  }
}
