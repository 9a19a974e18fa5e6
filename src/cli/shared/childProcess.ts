import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Starts the program `child` in the folder of a module as a process of its own.
 *
 * @param url The module's URL. The program has the same extension, compiled or not.
 * @param onLine Called with each line that it prints.
 */
export function forkChild(url: string, args: readonly string[], onLine: (line: string) => void) {
  const program = fileURLToPath(url).replace(/[^\\/]+(\.\w+)$/, 'child$1')
  const child = fork(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], serialization: 'json' })
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', onLine)
  }
  return { child, ended: endOf(child) }
}

/** Resolves to how it ended when its output has been read, unless a process that it started keeps the output open. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(`couldn't be started (${error.message})`)
    })
    child.on('exit', (code, signal) => {
      const how = signal === null ? `ended with code ${code}` : `was killed by ${signal}`
      child.on('close', () => resolve(how))
      setTimeout(resolve, outputTime, how).unref()
    })
  })
}

/** Milliseconds after its end in which its output is read. */
const outputTime = 500
