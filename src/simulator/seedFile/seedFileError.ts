/** One mistake in a seed file. */
export interface SeedProblem {
  /** From 1 on. */
  readonly line: number
  /** From 1 on. */
  readonly column: number
  /** `users[2].role`; empty where the text itself is malformed. */
  readonly field: string
  /** What is wrong and what to do about it. */
  readonly message: string
}

/** A seed file cannot be used. Carries every mistake that was found, in the order of the file. */
export class SeedFileError extends Error {
  override readonly name = 'SeedFileError'
  readonly code = 'INVALID_SEED_FILE'
  /** The file's name, as it was given. */
  readonly file: string
  readonly problems: readonly SeedProblem[]

  constructor(file: string, problems: readonly SeedProblem[]) {
    const count = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`
    const shown = problems.slice(0, mostShown).map((problem) => `\n  ${file}:${problemText(problem)}`)
    const rest = problems.length > mostShown ? `\n  and ${problems.length - mostShown} more` : ''
    super(`The seed file ${file} has ${count}; mend and read it again:${shown.join('')}${rest}`)
    this.file = file
    this.problems = problems
  }
}

/** How many mistakes a message lists; `problems` has them all. */
const mostShown = 50

function problemText({ line, column, field, message }: SeedProblem): string {
  return `${line}:${column}: ${field === '' ? 'the file' : field} ${message}`
}
