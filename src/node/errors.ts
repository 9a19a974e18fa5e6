import { EarshotError } from '../client/index.js'
import { nameErrors } from '../errors.js'

/** Credentials or settings are missing or invalid. Lists every problem at once. */
export class ConfigurationError extends EarshotError {
  readonly problems: readonly ConfigurationProblem[]
  /** File, section and option of the first problem. */
  readonly file: string | undefined
  readonly section: string | undefined
  readonly option: string | undefined

  constructor(problems: readonly ConfigurationProblem[], options?: ErrorOptions) {
    super('configuration', textOf(problems), options)
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

/** A problem in the configuration, or a likely one. Never contains a secret. */
export interface ConfigurationProblem {
  /** The source, in words: `the environment`, or a file with its section and line. */
  readonly where: string
  /** Name of an option in the file, of an environment variable, or of an option in code; undefined for a whole file. */
  readonly option?: string | undefined
  /** Begins with a verb: `is missing`. */
  readonly problem: string
  /** What to do about it, in whole sentences. */
  readonly advice: string
  readonly file?: string | undefined
  /** Without its brackets. */
  readonly section?: string | undefined
}

export function problemText({ where, option, problem, advice }: ConfigurationProblem): string {
  return `${where}${option === undefined ? '' : `: ${option}`} ${problem}. ${advice}`
}

/** Why a file can't be read, in words: `there is no such file`. */
export function whyUnread(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a directory'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it'
  return message
}

/** Quotes what somebody wrote, for a message: short, on one line, and with possible secrets masked. */
export function quoted(text: string): string {
  const plain = [...text].map((character) => (/\p{C}/u.test(character) ? '\ufffd' : character)).join('')
  const masked = plain.replaceAll(/[A-Za-z0-9+_-]{16,}/g, (word) => (/\d/.test(word) ? '***' : word))
  return `"${masked.length > 60 ? `${masked.slice(0, 57)}...` : masked}"`
}

nameErrors({ ConfigurationError })
