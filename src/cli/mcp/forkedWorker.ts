import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { EarshotError } from '../../errors.js'
import type { Worker } from '../../mcp/simulator/worker.js'
import { isObject } from '../../values.js'

export interface ToWorker {
  readonly id: number
  readonly tool: string
  readonly args: unknown
}

export type FromWorker = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failed: { readonly code: string; readonly message: string } }
)

/**
 * Runs a bot in a process of its own: what it prints comes with the next result and never among what this process writes,
 * one that crashes is reported, and one that takes longer than so many milliseconds for a call is killed.
 */
export function forkedWorker(patience: number): Worker {
  // Beside this file, be it compiled or not.
  const program = fileURLToPath(import.meta.url).replace(/forkedWorker(\.\w+)$/, 'child$1')
  const child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], serialization: 'json' })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let calls = 0
  let printed: string[] = []
  let why: string | undefined

  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', keep)
  }
  child.on('message', (message: FromWorker) => setImmediate(settle, message))
  const ended = endOf(child).then((how) => {
    process.off('exit', kill)
    why ??= [`The bot's process ${how}.`, ...printedLines(printed)].join('\n')
    for (const { reject } of waiting.values()) reject(gone(why))
    waiting.clear()
  })

  function keep(line: string): void {
    printed.push(line)
    if (printed.length > mostLines) printed = ['…', ...printed.slice(-mostLines)]
  }

  function settle(message: FromWorker): void {
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    const lines = printed
    printed = []
    if ('failed' in message) {
      const text = [message.failed.message, ...printedLines(lines)].join('\n')
      call?.reject(new EarshotError(message.failed.code, text))
    } else
      call?.resolve(isObject(message.value) && lines.length > 0 ? { ...message.value, printed: lines } : message.value)
  }

  return {
    call: (tool, args) =>
      new Promise((resolve, reject) => {
        if (why !== undefined) return reject(gone(why))
        calls += 1
        const id = calls
        const late = setTimeout(() => {
          why = `The bot was still busy after ${patience / 1000} s, so its process was ended.`
          kill()
        }, patience)
        const settled = (then: () => void) => {
          clearTimeout(late)
          then()
        }
        waiting.set(id, {
          resolve: (value) => settled(() => resolve(value)),
          reject: (error) => settled(() => reject(error)),
        })
        child.send({ id, tool, args } satisfies ToWorker, () => {})
      }),
    async close() {
      why ??= 'The bot was stopped.'
      kill()
      await ended
    },
  }
}

/** Resolves when it has ended and all that it printed was read, unless another process that it started holds on to that. */
async function endOf(child: ChildProcess): Promise<string> {
  const closed = once(child, 'close')
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 500).unref())])
  return signal === null ? `ended by itself with code ${code}` : `was ended by ${signal}`
}

const printedLines = (lines: readonly string[]) => (lines.length === 0 ? [] : ['It printed:', ...lines])

/** Of what a bot prints between two calls. */
const mostLines = 200

const gone = (why: string) => new EarshotError('BOT_ENDED', `${why}\nCall the tool \`start\` to run it again.`)
