import { type Log, logOf } from '../../bot/index.js'
import type { LogLevel } from '../../receiver/index.js'
import { jsonReplacer } from '../../receiver/log.js'
import { hanging } from '../shared/layout.js'
import type { Side } from '../shared/terminal.js'

export function readableLog(side: Side, { least, now }: { least: LogLevel; now: () => number }): Log {
  return logOf((level) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return () => {}
    return (fields: object, message: string) => {
      const { write, paint, columns } = side
      const time = new Date(now()).toTimeString().slice(0, 8)
      const { error, ...facts } = fields as { readonly error?: unknown }
      const said = `${paint(styles[level], message)}  ${paint('faint', factsText(facts))}`
      write(`${`${paint('faint', time)} ${hanging(said, margin.length, columns)}`.trimEnd()}\n`)
      if (error !== undefined) write(`${margin}${indented(stackOf(error))}\n`)
    }
  })
}

/** From the least to the most important. */
export const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
const styles = { debug: 'faint', info: 'strong', warn: 'warning', error: 'bad' } as const

export const factsText = (facts: object) =>
  Object.entries(facts)
    .map(([name, value]) => `${name}=${brief(value)}`)
    .join(' ')

function brief(value: unknown): string {
  if (typeof value === 'string') return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)
  return (Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(',') : json(value)) ?? ''
}

/** Facts that can't be serialised, such as a cycle, must not make the work fail. */
function json(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, jsonReplacer)
  } catch {
    return String(value)
  }
}

function stackOf(error: unknown): string {
  const { stack, name, message } = error as { stack?: unknown; name?: unknown; message?: unknown }
  return typeof stack === 'string' ? stack : `${name}: ${message}`
}

const margin = ' '.repeat(9)

/** Nothing in a text looks like a line of its own, which begins with the time. */
const indented = (text: string) => text.replaceAll('\n', `\n${margin}`)
