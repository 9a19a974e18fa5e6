import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'

/** The `earshot` command as a process of its own: what was printed on each side, and what it left behind. */

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  /** What comes in; nothing unless given. */
  readonly input?: string
  /** Added to an environment that knows nothing of Earshot or of colours. */
  readonly environment?: Readonly<Record<string, string>>
  /** Where it is run; unless given, where there is nothing of ours. */
  readonly folder?: string
}

/** A command that is under way. */
export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves with what it printed once that holds this text so many times. */
  until(text: string, times?: number): Promise<string>
  /** Types a line. */
  type(line: string): void
}

const program = join(inject('installed'), 'earshot', 'dist', 'cli', 'earshot.js')

/** Runs `earshot` to its end, with pipes for input and output. */
export async function earshot(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return ended(process.execPath, [program, ...args], options)
}

/** The same on a terminal: both sides of the output come as one, as a person sees them. */
export async function earshotOnTerminal(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const line = [process.execPath, program, ...args].map(quoted).join(' ')
  return ended('script', ['-qec', line, '/dev/null'], {
    ...options,
    environment: { TERM: 'xterm', ...options.environment },
  })
}

/** Runs a line of shell in which `$earshot` is the command. */
export async function inShell(line: string, options: RunOptions = {}): Promise<Ended> {
  const command = [process.execPath, program].map(quoted).join(' ')
  return ended('bash', ['-c', `earshot() { ${command} "$@"; }\n${line}`], options)
}

/** Starts `earshot`, and leaves its input open. */
export function startEarshot(args: readonly string[], options: Omit<RunOptions, 'input'> = {}): Running {
  return started(process.execPath, [program, ...args], options)
}

/** Why nothing can be run on a terminal here; undefined where it can. `script` is part of util-linux. */
export function whyNoTerminal(): string | undefined {
  const { status } = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' })
  return status === 0 ? undefined : 'there is no `script` of util-linux on this machine'
}

const children = new Set<ChildProcess>()
/** Ends all that are still there. */
export function endAll(): void {
  for (const child of children) child.kill('SIGKILL')
}
afterAll(endAll)

function ended(command: string, args: readonly string[], { input = '', ...options }: RunOptions): Promise<Ended> {
  const running = started(command, args, options)
  running.child.stdin?.end(input)
  return running.ended
}

function started(command: string, args: readonly string[], { environment, folder = tmpdir() }: RunOptions): Running {
  const child = spawn(command, args, { cwd: folder, env: { ...surroundings, ...environment }, stdio: 'pipe' })
  children.add(child)
  const printed = { out: '', err: '' }
  const listeners = new Set<() => void>()
  child.stdin.on('error', () => {})
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed.out += text
    for (const listener of listeners) listener()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed.err += text
  })
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child)
    return { code: code as number | null, ...printed }
  })
  return {
    child,
    ended,
    type: (line) => void child.stdin.write(`${line}\n`),
    until: (text, times = 1) =>
      new Promise((resolve, reject) => {
        const fail = (what: string) => () => reject(new Error(`${what} "${text}":\n${printed.out}\n${printed.err}`))
        const late = setTimeout(fail(`In ${patience / 1000} s it did not print`), patience)
        const look = () => {
          if (printed.out.split(text).length <= times) return
          clearTimeout(late)
          listeners.delete(look)
          resolve(printed.out)
        }
        listeners.add(look)
        ended.then(fail('It ended without')).finally(() => clearTimeout(late))
        look()
      }),
  }
}

/** Milliseconds until somebody who waits is told what was printed instead. */
const patience = 45_000

const { PATH = '', HOME = '', TMPDIR } = process.env
const surroundings = { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }) }

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", "'\\''")}'`
}
