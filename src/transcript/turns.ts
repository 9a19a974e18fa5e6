import { nearest, readDuration } from '../text/index.js'
import { Unreadable } from './problems.js'
import type { Turn } from './transcript.js'

/** Reads what happens around the conversation: `[5 minutes later]`, `[restart]`. @throws {Unreadable} */
export function readTurn(line: string): Turn {
  const text = /^\[(.*)\]\s*$/s.exec(line)?.[1]?.trim()
  if (text === undefined) throw new Unreadable({ expected: 'a "]" at the end of the line' })
  if (text === 'restart' || text === 'no faults') return { kind: text }
  const level = /^level (\d{1,6})$/.exec(text)?.[1]
  if (level !== undefined) return { kind: 'level', level: Number(level) }
  const sentence = /^fault:\s+(\S.*)$/s.exec(text)?.[1]
  if (sentence !== undefined) return { kind: 'fault', sentence }
  const time = /^at (\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?)$/.exec(text)?.[1]
  if (time !== undefined) return { kind: 'until', time: time.replace('T', ' ') }
  const by = /^(.*\S) later$/.exec(text)?.[1]
  if (by !== undefined && readDuration(by) !== undefined) return { kind: 'later', by }
  throw new Unreadable({ found: line, expected: turns, suggestion: suggestionFor(text) })
}

const turns =
  '[5 minutes later], [at 2026-03-02 09:00], [restart], [level 176], [fault: the next call is dropped] or [no faults]'

export function writtenTurn(turn: Turn): string {
  switch (turn.kind) {
    case 'later':
      return `[${turn.by} later]`
    case 'until':
      return `[at ${turn.time}]`
    case 'level':
      return `[level ${turn.level}]`
    case 'fault':
      return `[fault: ${turn.sentence}]`
    default:
      return `[${turn.kind}]`
  }
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
