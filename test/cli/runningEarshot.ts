import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../src/cli/earshot.ts', import.meta.url))

/** The `earshot` command as a process: what it prints, when, and how it ends. */
export interface EarshotProcess {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
  /** Resolves with what it printed once that holds this text so many times. */
  until(text: string, times?: number): Promise<string>
  /** Types a line. */
  type(line: string): void
}

const started: ChildProcess[] = []

/** Ends all that were started. */
export function endAll(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL')
}

export function earshot(args: readonly string[], environment: Readonly<Record<string, string>> = {}): EarshotProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...surroundings, ...environment },
  })
  started.push(child)
  let out = ''
  let err = ''
  const listeners = new Set<() => void>()
  child.stdin.on('error', () => {})
  child.stdout.on('data', (text) => {
    out += text
    for (const listener of listeners) listener()
  })
  child.stderr.on('data', (text) => {
    err += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
  return {
    child,
    ended,
    type: (line) => void child.stdin.write(`${line}\n`),
    until: (text, times = 1) =>
      new Promise((resolve, reject) => {
        const look = () => out.split(text).length > times && resolve(out)
        listeners.add(look)
        ended.then(() => reject(new Error(`It ended without "${text}":\n${out}\n${err}`)))
        look()
      }),
  }
}

/** Ours, without what would speak of a bot, or of how these tests are run. */
const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(EARSHOT_|VITEST|PORT$|HOST$|NO_COLOR$|FORCE_COLOR$|npm_)/.test(name),
  ),
)
