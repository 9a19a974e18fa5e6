import { nearest } from '../text/index.js'
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
  if (by !== undefined && durationIn(by) !== undefined) return { kind: 'later', by }
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

/** The short form, as the simulator's clock takes it, of a duration in words (`1 day 12 hours`) or in short (`90s`). */
export function durationIn(text: string): string | undefined {
  const parts = [...text.matchAll(/(?:(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]+))(?:,?\s+(?:and\s+)?|$)/gy)]
  const isWhole = parts.reduce((length, [whole]) => length + whole.length, 0) === text.length
  const short = parts.map(([, count, name = '']) => {
    const unit = units.find(([long, short]) => name === short || name.replace(/s$/, '') === long)
    return unit && `${count}${unit[1]}`
  })
  return !isWhole || short.length === 0 || short.includes(undefined) ? undefined : short.join(' ')
}

/** A duration in words: `1 day 12 hours`. */
export function durationInWords(milliseconds: number): string {
  let rest = Math.round(milliseconds)
  const words: string[] = []
  for (const [unit, , length] of units.slice(1)) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) words.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return words.join(' ')
}

const units = [
  ['week', 'w', 604_800_000],
  ['day', 'd', 86_400_000],
  ['hour', 'h', 3_600_000],
  ['minute', 'm', 60_000],
  ['second', 's', 1_000],
  ['millisecond', 'ms', 1],
] as const

function suggestionFor(text: string): string | undefined {
  const [first = ''] = text.split(/[\s:]/)
  const whole = nearest(text, ['restart', 'no faults'])
  if (whole !== undefined) return `[${whole}]`
  const word = nearest(first, ['fault', 'level', 'restart'])
  const rest = text.slice(first.length).replace(/^:?\s*/, '')
  if (word === 'fault' && rest !== '') return `[fault: ${rest}]`
  if (word === 'level' && /^\d+$/.test(rest)) return `[level ${rest}]`
  if (word === 'restart') return '[restart]'
  return durationIn(text) === undefined ? undefined : `[${text} later]`
}
