/** Something in a transcript that can't be read, or that is about nobody and nothing there is. */
export interface TranscriptProblem {
  readonly line: number
  /** What stands there. */
  readonly found: string
  /** What could stand there. */
  readonly expected: string
  /** What was probably meant. */
  readonly suggestion?: string
}

export type TranscriptErrorCode = 'INVALID_TRANSCRIPT' | 'NO_TRANSCRIPTS'

/** A transcript can't be tried: everything that is wrong with it, or what is wrong with how it is run. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError'
  readonly code: TranscriptErrorCode
  readonly file: string
  readonly problems: readonly TranscriptProblem[]

  constructor(code: TranscriptErrorCode, file: string, message: string, problems: readonly TranscriptProblem[] = []) {
    super(message)
    this.code = code
    this.file = file
    this.problems = problems
  }

  /** An error that names all problems, in the order of their lines. */
  static of(file: string, problems: readonly TranscriptProblem[]): TranscriptError {
    const inOrder = [...problems].sort((one, other) => one.line - other.line)
    const lines = inOrder.map((problem) => `${file}:${problem.line}: ${sentence(problem)}`)
    return new TranscriptError('INVALID_TRANSCRIPT', file, lines.join('\n'), inOrder)
  }
}

function sentence({ found, expected, suggestion }: TranscriptProblem): string {
  const meant = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`
  return `found ${found}; expected ${expected}.${meant}`
}

/** A line as a problem quotes it: not all of a very long one. */
export function asFound(line: string): string {
  return `"${line.length > 80 ? `${line.slice(0, 79)}…` : line}"`
}
