import { setImmediate } from 'node:timers/promises'
import { EarshotError } from '../../errors.js'
import type { BotWorker } from '../../mcp/simulator/worker.js'
import { isObject, shortened } from '../../values.js'
import { forkChild } from '../shared/childProcess.js'

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
export function forkedWorker(patience: number): BotWorker {
  let printed: string[] = []
  /** Why it has ended. */
  let why: string | undefined
  const { child, ended: end } = forkChild(import.meta.url, [], (line) => {
    printed.push(shortened(line, longestLine))
    if (printed.length > mostLines) printed = ['…', ...printed.slice(-mostLines)]
  })
  const kill = (reason: string) => {
    why ??= reason
    child.kill('SIGKILL')
  }
  const killAtExit = () => kill('')
  process.once('exit', killAtExit)

  const ended = end.then((how) => {
    process.off('exit', killAtExit)
    why ??= withPrinted(`The bot's process ${how}.`, printed)
  })

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

function withPrinted(text: string, lines: readonly string[]): string {
  return lines.length === 0 ? text : [text, 'It printed:', ...lines].join('\n')
}

/** Lines of output between two calls. */
const mostLines = 200
/** Characters. */
const longestLine = 2_000

const gone = (why: string) => new EarshotError('bot_ended', `${why}\nCall the tool \`start\` to run it again.`)
