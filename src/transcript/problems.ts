import { CodedError } from '../errors.js'
import { nearest } from '../text/index.js'

/** A line of a transcript that can't be read or played. */
export interface TranscriptProblem {
  readonly line: number
  /** What the line says. */
  readonly found: string
  /** What it could say. */
  readonly expected: string
  /** What was probably meant. */
  readonly suggestion?: string
}

export type TranscriptErrorCode = 'invalid_transcript' | 'no_transcripts'

/** A transcript can't be played. It lists every problem, or says why there is nothing to play. */
export class TranscriptError extends CodedError<TranscriptErrorCode> {
  override readonly name = 'TranscriptError'
  readonly file: string
  readonly problems: readonly TranscriptProblem[]

  constructor(code: TranscriptErrorCode, file: string, message: string, problems: readonly TranscriptProblem[] = []) {
    super(code, message)
    this.file = file
    this.problems = problems
  }

  static of(file: string, problems: readonly TranscriptProblem[]): TranscriptError {
    const inOrder = [...problems].sort((one, other) => one.line - other.line)
    const lines = inOrder.map(({ line, found, expected, suggestion }) => {
      const advice = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`
      return `${file}:${line}: found ${found}; expected ${expected}.${advice}`
    })
    return new TranscriptError('invalid_transcript', file, lines.join('\n'), inOrder)
  }
}

/** What is wrong with a line; the line itself is quoted unless `found` says what. */
export interface LineProblem {
  readonly found?: string
  readonly expected: string
  readonly suggestion?: string | undefined
  /** Suggests the one of these that `found` is nearest to. */
  readonly known?: readonly string[]
}

/** Thrown while one line is read or played. */
export class Unreadable extends Error {
  readonly problem: LineProblem

  constructor(problem: LineProblem) {
    super(problem.expected)
    this.problem = problem
  }
}

export function problemAt(line: number, text: string, problem: LineProblem): TranscriptProblem {
  const { found = text, expected, known = [], suggestion = nearest(found, known) } = problem
  const quote = `"${found.length > 80 ? `${found.slice(0, 79)}…` : found}"`
  return { line, found: quote, expected, ...(suggestion !== undefined && { suggestion }) }
}
