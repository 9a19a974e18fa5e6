/** A place at which a Markdown text can be broken in two. */
export interface Break {
  /** Where the part before it ends. */
  readonly end: number
  /** Where the part after it begins. */
  readonly start: number
  /** How much is torn apart: of several places the one with the lowest rank is the best. */
  readonly rank: number
  /** What the part before needs at its end, such as the end of a fence. */
  readonly close: string
  /** What the part after needs at its beginning, such as the same fence again. */
  readonly open: string
  /** Columns by which the lines after it are indented for nothing, once what they stood in is left behind. */
  readonly indent: number
}

/** Ranks of breaks within lines. Those between lines are lower: the more of what encloses them goes on, the higher. */
export const ranks = {
  sentence: 100,
  word: 101,
  character: 102,
  /** What follows would be read as something else at the beginning of a message, such as a heading. */
  misread: 103,
  /** Within what belongs together, such as a link. */
  wordInside: 104,
  characterInside: 105,
  anywhere: 106,
} as const

/** What would be read as something else if a message began with it: a command of the app, or the mark of a block. */
export const misread = /^(?:\/\w|#{1,6}\s|>|[+*-]\s|[*-]{3}|`{3}|~{3}|\||\d{1,9}[.)]\s)/
/** The characters that it can begin with. */
export const misreadStart = /[/#>+*\-`~|\d]/
