import { nearest, readDuration } from '../../text/index.js'
import type { Turn } from '../../transcript/transcript.js'
import { asFound } from './problems.js'
import type { Read } from './read.js'

/** Reads what happens to the world: `[5 minutes later]`, `[restart]`. */
export function readTurn(line: string): Read {
  const text = /^\[(.*)\]\s*$/s.exec(line)?.[1]?.trim()
  if (text === undefined) return { problem: { expected: 'a "]" at the end of the line' } }
  const turn = turnOf(text)
  if (turn !== undefined) return { part: turn }
  const suggestion = suggestionFor(text)
  return { problem: { found: asFound(line), expected: turns, ...(suggestion !== undefined && { suggestion }) } }
}

const turns =
  '[5 minutes later], [at 2026-03-02 09:00], [restart], [level 176], [fault: the next call is dropped] or [no faults]'

function turnOf(text: string): Turn | undefined {
  if (text === 'restart' || text === 'no faults') return { kind: text }
  const level = /^level (\d{1,6})$/.exec(text)?.[1]
  if (level !== undefined) return { kind: 'level', level: Number(level) }
  const sentence = /^fault:\s+(\S.*)$/s.exec(text)?.[1]
  if (sentence !== undefined) return { kind: 'fault', sentence }
  const time = /^at (\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?)$/.exec(text)?.[1]
  if (time !== undefined) return { kind: 'until', time: time.replace('T', ' ') }
  const by = /^(.*\S) later$/.exec(text)?.[1]
  return by !== undefined && readDuration(by) !== undefined ? { kind: 'later', by } : undefined
}

function suggestionFor(text: string): string | undefined {
  const [first = ''] = text.split(/[\s:]/)
  const whole = nearest(text, ['restart', 'no faults'])
  if (whole !== undefined) return `[${whole}]`
  const word = nearest(first, ['fault', 'level', 'restart'])
  const rest = text.slice(first.length).replace(/^:?\s*/, '')
  if (word === 'fault' && rest !== '') return `[fault: ${rest}]`
  if (word === 'level' && /^\d+$/.test(rest)) return `[level ${rest}]`
  if (word === 'restart') return '[restart]'
  return readDuration(text) === undefined ? undefined : `[${text} later]`
}
