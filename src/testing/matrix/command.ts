import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Use } from '../../simulator/api/usage.js'
import { checkOptions, type OptionNames } from '../../text/index.js'
import { shortened } from '../../values.js'
import type { Way } from '../simulatedProcess.js'
import { MatrixError, type MatrixRun, messageText } from './matrix.js'

export interface CommandRunOptions {
  /** Where the command runs. (default: the working directory) */
  readonly cwd?: string
  /** How bots under test get their messages; `testBot` reads it from `EARSHOT_BY`. (default: as the environment says) */
  readonly by?: Way
  /** Milliseconds after which a run is stopped. (default: 10 minutes) */
  readonly timeout?: number
  /** Stops the runs in progress. */
  readonly signal?: AbortSignal
}

const runOptions: OptionNames<CommandRunOptions> = { cwd: true, by: true, timeout: true, signal: true }

/**
 * A run of the matrix that starts a test command, such as `npm test`. The variable `EARSHOT_FEATURE_LEVEL` sets
 * the level of every simulator that has no `featureLevel` of its own.
 *
 * @throws {MatrixError} for an invalid `timeout`. @throws {UnknownOptionError} for an unknown option.
 * @example
 * const result = await matrix(commandRun(['npm', 'test']), { quick: true, jobs: 4 })
 */
export function commandRun(command: readonly string[], options: CommandRunOptions = {}): MatrixRun {
  checkOptions('commandRun', options, runOptions)
  const { by, timeout = 600_000 } = options
  if (!(timeout > 0 && timeout < 2 ** 31)) {
    throw new MatrixError('invalid_option', `\`timeout\` is ${timeout}; give a number above 0 and below 2^31.`)
  }
  return async ({ level, simulator }) => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-matrix-'))
    const usageFile = join(folder, 'usage.jsonl')
    try {
      const ended = await endOf(command, {
        ...options,
        timeout,
        env: {
          ...process.env,
          EARSHOT_FEATURE_LEVEL: String(level),
          EARSHOT_USAGE_FILE: usageFile,
          ...(by && { EARSHOT_BY: by }),
        },
      })
      const uses = await usesIn(usageFile)
      for (const use of uses) simulator.onUse?.(use)
      if (ended.tookTooLong) throw new Error(`It was stopped after ${timeout / 1000} s.`)
      if (ended.code !== 0)
        throw new Error(firstFailure(ended.output) ?? `It ended with ${ended.how}, without any output.`)
      if (!uses.some((use) => 'level' in use && use.level === level)) throw nothingTried(command, level)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function nothingTried(command: readonly string[], level: number): MatrixError {
  return new MatrixError(
    'nothing_tried',
    `"${command.join(' ')}" passed without starting a simulator of level ${level}, so it tested nothing at that level. ` +
      'Create some simulators without `featureLevel`, so that EARSHOT_FEATURE_LEVEL applies to them.',
  )
}

async function usesIn(path: string): Promise<readonly Use[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  // A killed process may have left an incomplete line at the end.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Use)
}

interface Ended {
  /** Null if it was killed. */
  readonly code: number | null
  /** The same in words: `code 1`, `SIGSEGV`. */
  readonly how: string
  readonly tookTooLong: boolean
  /** What it printed, in order; only the beginning if it is very long. */
  readonly output: string
}

/** Runs a command to its end. @throws {MatrixError} if it can't be started, or is stopped */
function endOf(
  command: readonly string[],
  { cwd, env, timeout, signal }: CommandRunOptions & { readonly env: NodeJS.ProcessEnv; readonly timeout: number },
): Promise<Ended> {
  const [program = '', ...args] = command
  return new Promise((resolve, reject) => {
    const stopped = () => reject(new MatrixError('stopped', 'The matrix was stopped before it was complete.'))
    if (signal?.aborted) return stopped()
    const tooLong = AbortSignal.timeout(timeout)
    // A process group, so that child processes of the command are stopped too. On Windows `npm` is a script and needs a shell.
    const how = { env, detached: !isWindows, shell: isWindows, ...(cwd !== undefined && { cwd }) }
    const start = () => spawn(program, args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] })
    let child: ReturnType<typeof start>
    try {
      child = start()
    } catch (error) {
      return reject(notStarted(program, error as Error))
    }
    const kill = () => killGroup(child)
    for (const reason of [tooLong, signal]) reason?.addEventListener('abort', kill)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        if (output.length < kept) output += part
      })
    }
    const forget = () => {
      for (const reason of [tooLong, signal]) reason?.removeEventListener('abort', kill)
    }
    child.on('error', (error) => {
      forget()
      reject(notStarted(program, error))
    })
    child.on('close', (code, killedBy) => {
      forget()
      if (signal?.aborted) return stopped()
      resolve({ code, how: killedBy ?? `code ${code}`, tookTooLong: tooLong.aborted, output })
    })
  })
}

function notStarted(program: string, { code, message }: NodeJS.ErrnoException): MatrixError {
  const problem = code === 'ENOENT' ? 'there is no such command' : shortened(message.replace(/\.$/, ''), longestName)
  const advice = 'Give the command that runs your tests, such as: earshot matrix -- npm test'
  const text = `"${shortened(program, longestName)}" can't be started: ${problem}. ${advice}`
  return new MatrixError('command_not_found', text)
}

/** Characters. */
const longestName = 200

const isWindows = process.platform === 'win32'

/** Maximum characters to keep: the first failure is near the beginning. */
const kept = 4 * 1024 * 1024

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (isWindows) child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** The first failed test and its error in one line, or else the closest line to it. */
export function firstFailure(output: string): string | undefined {
  const lines = output
    .replace(colour, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
  const failed = lines.findIndex((line) => failedTest.test(line))
  const error = lines.findIndex((line, at) => at >= failed && anError.test(line))
  if (error < 0) return lines[failed] ?? lines.findLast((line) => line !== '')
  const message = errorIn(lines.slice(error))
  const test = failed < 0 ? undefined : lines.slice(failed, error).findLast((line) => failedTest.test(line))
  return test === undefined ? message : `${nameIn(test)}: ${message}`
}

/** The message that begins with these lines: the first one, and what the bot should have done and did instead. */
function errorIn([first = '', ...below]: readonly string[]): string {
  const line = first.replace(/^E\s+/, '')
  if (/\bThe bot should /.test(line)) return messageText([line.replace(/^\w*Error: /, ''), ...below].join('\n'))
  const differences = /\bthe bot did something else\b/.test(line) ? below.filter(aDifference).slice(0, 2) : []
  return [line, ...differences.map((one) => one.replace(/^\d+\s+/, ''))].join(' ')
}

/** A line of a transcript that differs. */
const aDifference = (line: string) => /^(?:\d+\s+)?[-+] \S/.test(line)

/** A test's name, without its mark and how long it took. */
const nameIn = (line: string) =>
  line
    .replace(failedTest, '')
    .replace(/\s+\(?[\d.]+\s?m?s\)?$/, '')
    .trim()

/** How Vitest, Jest, node:test, TAP, pytest and others mark a test that failed. */
const failedTest = /^(?:FAIL(?:ED)?\b|[✖×✗✕●]\s|not ok\b|---\s*FAIL)/

/** A line that begins with the name of an error, as most languages print them. */
const anError = /^(?:E\s+)?(?:Uncaught\s+)?(?:[\w$]+\.)*[\w$]*(?:Error|Exception)\b[^:]{0,40}:\s*\S/

const escapeCharacter = String.fromCharCode(27)
const colour = new RegExp(`${escapeCharacter}\\[[0-9;?]*[A-Za-z]`, 'g')
