import { type ChildProcess, spawn } from 'node:child_process'
import { MatrixError } from './matrix.js'

export interface ChildOptions {
  readonly cwd?: string
  readonly env: NodeJS.ProcessEnv
  /** Milliseconds after which it is stopped. */
  readonly timeout: number
  /** Stops it. */
  readonly signal?: AbortSignal
}

/** How a command ended. */
export interface Ended {
  /** Null for one that was killed. */
  readonly code: number | null
  /** The same in words: `code 1`, `SIGSEGV`. */
  readonly how: string
  readonly tookTooLong: boolean
  /** What it printed, in the order in which it came; of very much, the beginning. */
  readonly output: string
}

/** Runs a command to its end. @throws {MatrixError} where it can't be started, or is told to stop */
export function endOf([program = '', ...args]: readonly string[], options: ChildOptions): Promise<Ended> {
  const { cwd, env, timeout, signal } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(stopped())
    const child = spawn(program, args, {
      ...(cwd !== undefined && { cwd }),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it starts is stopped with it. On Windows `npm` is a script and takes a shell.
      detached: !isWindows,
      shell: isWindows,
    })
    const output = gather(child)
    let tookTooLong = false
    const patience = setTimeout(() => {
      tookTooLong = true
      stop(child)
    }, timeout)
    const onAbort = () => stop(child)
    signal?.addEventListener('abort', onAbort)
    const settle = () => {
      clearTimeout(patience)
      signal?.removeEventListener('abort', onAbort)
    }

    child.on('error', (error: NodeJS.ErrnoException) => {
      settle()
      reject(notFound(program, error))
    })
    child.on('close', (code, killedBy) => {
      settle()
      if (signal?.aborted === true) return reject(stopped())
      resolve({ code, how: killedBy ?? `code ${code}`, tookTooLong, output: output() })
    })
  })
}

const isWindows = process.platform === 'win32'

/** Characters that are kept: the first failure stands near the beginning. */
const kept = 4 * 1024 * 1024

function gather({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (part: string) => {
      if (text.length < kept) text += part
    })
  }
  return () => text
}

function stop(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (isWindows) child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function stopped(): MatrixError {
  return new MatrixError('STOPPED', 'The matrix was stopped before it was complete.')
}

function notFound(program: string, error: NodeJS.ErrnoException): MatrixError {
  const problem = error.code === 'ENOENT' ? 'there is no such command' : error.message
  const advice = 'Give the command that runs your tests, such as: earshot matrix -- npm test'
  return new MatrixError('COMMAND_NOT_FOUND', `"${program}" can't be started: ${problem}. ${advice}`)
}
