import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EarshotError } from '../../errors.js'
import type { Worker } from '../../mcp/simulator/worker.js'
import { isObject, shortened } from '../../values.js'

export interface ToWorker {
  readonly tool: string
  readonly args: unknown
}

export type FromWorker = Answer | { readonly progress: string }

type Answer = { readonly value: unknown } | { readonly failed: { readonly code: string; readonly message: string } }

/**
 * Runs a bot in a separate process, one call at a time. Its output is returned with the next result and kept out of this
 * process's own. If it ends, or a call takes longer than `patience` milliseconds, the call fails.
 */
export function forkedWorker(patience: number): Worker {
  // Has this file's own extension, compiled or not.
  const program = fileURLToPath(import.meta.url).replace(/forkedWorker(\.\w+)$/, 'child$1')
  const child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], serialization: 'json' })
  let printed: string[] = []
  /** Why it has ended. */
  let why: string | undefined
  const kill = (reason: string) => {
    why ??= reason
    child.kill('SIGKILL')
  }
  const killAtExit = () => kill('')
  process.once('exit', killAtExit)

  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', keep)
  }
  const ended = endOf(child).then((how) => {
    process.off('exit', killAtExit)
    why ??= withPrinted(`The bot's process ${how}.`, printed)
  })

  function keep(line: string): void {
    printed.push(shortened(line, longestLine))
    if (printed.length > mostLines) printed = ['…', ...printed.slice(-mostLines)]
  }

  return {
    async call(tool, args, progress = () => {}) {
      if (why !== undefined) throw gone(why)
      const late = setTimeout(kill, patience, `The bot was still busy after ${patience / 1000} s, so it was killed.`)
      const answered = new Promise<Answer>((resolve) => {
        child.on('message', function hear(message: FromWorker) {
          if ('progress' in message) return progress(message.progress)
          child.off('message', hear)
          resolve(message)
        })
      })
      child.send({ tool, args } satisfies ToWorker, () => {})
      const message = await Promise.race([answered, ended]).finally(() => clearTimeout(late))
      if (message === undefined) throw gone(why ?? '')
      // Lets its earlier output be read.
      await setImmediate()
      const lines = printed
      printed = []
      if ('failed' in message) throw new EarshotError(message.failed.code, withPrinted(message.failed.message, lines))
      return isObject(message.value) && lines.length > 0 ? { ...message.value, printed: lines } : message.value
    },
    async close() {
      kill('The bot was stopped.')
      await ended
    },
  }
}

/** Resolves when it has ended and its output has been read, unless a process that it started keeps the output open. */
async function endOf(child: ChildProcess): Promise<string> {
  const closed = once(child, 'close')
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 500).unref())])
  return signal === null ? `ended on its own with code ${code}` : `was killed by ${signal}`
}

function withPrinted(text: string, lines: readonly string[]): string {
  return lines.length === 0 ? text : [text, 'It printed:', ...lines].join('\n')
}

/** Lines of output between two calls. */
const mostLines = 200
/** Characters. */
const longestLine = 2_000

const gone = (why: string) => new EarshotError('bot_ended', `${why}\nCall the tool \`start\` to run it again.`)
