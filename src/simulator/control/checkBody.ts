import { checkNotification, type FindingWeight, pathText } from '../../protocol/index.js'
import { mask } from '../delivery/record.js'
import type { Account } from '../realm/state.js'
import { jsonProblem } from '../seedFile/jsonSyntax.js'
import { offsetOf, type Path, type Place } from '../seedFile/place.js'

/** A problem in the body of a delivery. */
export interface BodyProblem {
  readonly weight: FindingWeight
  /** Line and column count from 1. */
  readonly line: number
  readonly column: number
  /** Such as `message.sender_id`; empty for the whole body. */
  readonly path: string
  readonly says: string
}

/** What a receiver would reject in a body, and what no server of this level would post. */
export function checkBody(text: string, level: number, bot: Account | undefined): readonly BodyProblem[] {
  const wrong = jsonProblem(text)
  if (wrong !== undefined) {
    return [{ weight: 'refused', ...lineAndColumn(text, wrong.offset), path: '', says: `The body ${wrong.says}.` }]
  }
  const json: unknown = JSON.parse(text)
  const root = placesInJson(text)
  const found = checkNotification(json, level)
  const isReadable = !found.some(({ weight }) => weight === 'refused')
  const ofBot = isReadable && bot !== undefined ? notOfBot(json as Record<string, unknown>, bot) : []
  return [...found, ...ofBot]
    .map(({ path, weight, says }) => {
      const offset = offsetOf({ path, says, ofName: true }, root)
      return { weight, ...lineAndColumn(text, offset), path: pathText(path), says }
    })
    .sort((one, other) => one.line - other.line || one.column - other.column)
}

interface Found {
  readonly path: Path
  readonly weight: FindingWeight
  readonly says: string
}

function notOfBot({ bot_email: email, token }: Readonly<Record<string, unknown>>, bot: Account): readonly Found[] {
  const found: Found[] = []
  if (email !== bot.email) {
    found.push({ path: ['bot_email'], weight: 'unusual', says: `is not the address of ${bot.fullName}, ${bot.email}` })
  }
  if (token !== mask && token !== bot.webhook?.token) {
    found.push({ path: ['token'], weight: 'refused', says: `is not the token of ${bot.fullName}` })
  }
  return found
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** The position of each value in valid JSON. */
function placesInJson(text: string): Place {
  const tokens = [...text.matchAll(token)].map(({ 0: word, index }) => ({ word, at: index }))
  let next = 0
  return value()

  function value(keyAt?: number): Place {
    const { word, at } = taken()
    const inner = new Map<string, Place>()
    const place = { at, inner, ...(keyAt !== undefined && { keyAt }) }
    if (word === '{') {
      while (!isOver('}')) {
        const name = taken()
        inner.set(JSON.parse(name.word), value(name.at))
      }
    } else if (word === '[') {
      while (!isOver(']')) inner.set(String(inner.size), value())
    }
    return place
  }

  function taken() {
    const found = tokens[next] ?? { word: '', at: text.length }
    next += 1
    return found
  }

  function isOver(end: string): boolean {
    if (next < tokens.length && tokens[next]?.word !== end) return false
    next += 1
    return true
  }
}

/** Brackets, strings and bare words; commas and colons don't matter in valid JSON. */
const token = /[{}[\]]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g
