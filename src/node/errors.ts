import { EarshotError } from '../client/index.js'
import { type ConfigurationProblem, problemText } from './configuration/problem.js'

/** Credentials or settings are missing or can't be used. It names everything that is wrong, at once. */
export class ConfigurationError extends EarshotError {
  static {
    ConfigurationError.prototype.name = 'ConfigurationError'
  }
  readonly problems: readonly ConfigurationProblem[]
  /** File, section and option of the first problem. */
  readonly file: string | undefined
  readonly section: string | undefined
  readonly option: string | undefined

  constructor(problems: readonly ConfigurationProblem[], options?: ErrorOptions) {
    super('CONFIGURATION', textOf(problems), options)
    this.problems = problems
    this.file = problems[0]?.file
    this.section = problems[0]?.section
    this.option = problems[0]?.option
  }
}

function textOf(problems: readonly ConfigurationProblem[]): string {
  const start = "The configuration can't be used"
  const [first] = problems
  if (first !== undefined && problems.length === 1) return `${start}: ${problemText(first)}`
  return [`${start}, for ${problems.length} reasons:`, ...problems.map((one) => `- ${problemText(one)}`)].join('\n')
}
