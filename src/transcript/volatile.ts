import { type Bindings, fitting, literally, type PlaceholderKind } from './placeholders.js'
import type { Text, Value } from './transcript.js'

/** Parts of what is said that are different each time, and the placeholders that stand for them. */
export interface Volatile {
  /** What the bot said, with placeholders for IDs, files, video calls and times. */
  ofBot(said: string): Text
  /** What somebody else said: they can only say what the bot's words above gave a name to. */
  ofPerson(said: string): Text
  /** A value that the bot gave to a call. */
  value(given: unknown): Value
  /** The first words of a text, up to what is different each time; undefined where that is all of it. */
  beginning(text: string): string | undefined
  /** Whether nothing in a text is different each time. */
  isStable(text: string): boolean
  /** Somebody has uploaded a file: gives the name by which it is told. */
  uploaded(path: string, name: string): string
}

export interface VolatileOptions {
  /** The IDs that were made while it was said. */
  readonly ids: ReadonlySet<number>
  /** All that people say, to know which IDs they say back. */
  readonly saidByPeople: readonly string[]
  /** The time, in UNIX milliseconds, where it is not the same each time. */
  readonly now: () => number | undefined
}

export function createVolatile({ ids, saidByPeople, now }: VolatileOptions): Volatile {
  const numbersOfPeople = new Set(saidByPeople.flatMap((said) => said.match(number) ?? []))
  /** Numbers that people said before the bot did: those are theirs. */
  const known = new Set<string>()
  const names = new Map<string, string>()
  const files = new Map<string, string>()

  /** What a part is that is different each time; undefined for one that is not. */
  function kindOf(part: string): PlaceholderKind | undefined {
    if (part.startsWith('/user_uploads/')) return 'file'
    if (names.has(part)) return 'id'
    if (randomName.test(part) || part.startsWith(callPath)) return known.has(part) ? undefined : 'word'
    if (/^\d+$/.test(part)) return part.length >= 3 && ids.has(Number(part)) && !known.has(part) ? 'id' : undefined
    const time = now()
    if (time === undefined || !isAbout(part, time)) return undefined
    return /:/.test(part) ? 'time' : 'date'
  }

  function placeholderFor(part: string): string | undefined {
    const kind = kindOf(part)
    if (kind === undefined) return undefined
    if (kind === 'id' && numbersOfPeople.has(part) && !names.has(part)) names.set(part, `message${names.size + 1}`)
    const name = kind === 'id' ? names.get(part) : files.get(part)
    return name === undefined ? `{{${kind}}}` : `{{${kind}:${name}}}`
  }

  function ofPerson(said: string): Text {
    for (const { part } of volatileParts(said)) if (!names.has(part)) known.add(part)
    return replaced(said, (part) => (names.has(part) || files.has(part) ? placeholderFor(part) : undefined))
  }

  return {
    ofBot: (said) => replaced(said, placeholderFor),
    ofPerson,
    value(given) {
      if (typeof given === 'string') return { text: replaced(given, placeholderFor) }
      const json = JSON.stringify(given)
      const time = now()
      if (typeof given === 'number' && time !== undefined && isTimestamp(given, time)) return { text: '{{number}}' }
      const text = replaced(json, (part) => (/^\d+$/.test(part) ? placeholderFor(part) : undefined))
      return text === json ? { json: given } : { text }
    },
    beginning(text) {
      const [line = ''] = text.split('\n')
      const changing = volatileParts(text).find(({ part }) => kindOf(part) !== undefined)
      const stable = line.slice(0, changing?.at)
      const begin = [...stable].slice(0, 50).join('')
      return begin === text ? undefined : begin
    },
    isStable: (text) => volatileParts(text).every(({ part }) => kindOf(part) === undefined),
    uploaded(path, name) {
      const plain = name.replace(/[^\w.-]+/g, '-')
      const taken = new Set(files.values())
      let free = plain
      for (let count = 2; taken.has(free); count += 1) free = plain.replace(/(\.[^.]*)?$/, `-${count}$1`)
      files.set(path, free)
      return free
    },
  }
}

/** A text with placeholders for some of its parts, as a text that fits what it was made of. */
function replaced(said: string, placeholderFor: (part: string) => string | undefined): Text {
  let text = ''
  let end = 0
  const bindings = new Map<string, string>()
  for (const { part, at } of volatileParts(said)) {
    const placeholder = placeholderFor(part)
    if (placeholder === undefined) continue
    const before = literally(said.slice(end, at))
    // Backslashes before a placeholder are read as escapes.
    text += before + (/\\*$/.exec(before)?.[0] ?? '') + placeholder
    end = at + part.length
    const name = /:([\w.-]+)\}\}$/.exec(placeholder)?.[1]
    if (name !== undefined) bindings.set(name, part)
  }
  if (end === 0) return literally(said)
  text += literally(said.slice(end))
  return fits(text, said, bindings) ? text : literally(said)
}

function fits(text: Text, said: string, bindings: Bindings): boolean {
  return fitting(text, said, bindings) !== undefined
}

function volatileParts(text: string): readonly { readonly part: string; readonly at: number }[] {
  return [...text.matchAll(parts)].map(({ 0: part, index: at }) => ({ part, at }))
}

const number = /(?<![\w.])\d+(?![\w])/g

/** What programs call things by that are made anew each time: a delivery's `a57b895d-2`, or a UUID. */
const randomName = /^(?:[0-9a-f]{8}-[0-9a-z]{1,6}|(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f]{8}(?:-?[0-9a-f]+)*)$/

/** Where a video call lies at the provider; what follows is another word for each call. */
const callPath = '/index.php/call/'

const parts =
  /(?<![\w.-])[0-9a-f]{8}-[0-9a-z]{1,6}(?![\w-])|(?<![\w.-])(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f]{8}(?:-?[0-9a-f]+)*(?![\w-])|\/user_uploads\/[^\s)\]"'<>]+|\/index\.php\/call\/\w+|\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?|(?<![\w:])\d{1,2}:\d{2}(?::\d{2})?(?![\w:])|\d{1,2} [A-Z][a-z]+ \d{4}(?!\d)|[A-Z][a-z]+ \d{1,2}, \d{4}(?!\d)|(?<![\w.])\d+(?![\w])/g

/** Whether a time or a date is that of now, in whichever time zone. */
function isAbout(part: string, now: number): boolean {
  if (/^\d{1,2}:\d{2}/.test(part)) {
    const minutes = Number(part.split(':')[1])
    const away = Math.abs(minutes - new Date(now).getUTCMinutes()) % 30
    return Math.min(away, 30 - away) <= 1
  }
  const time = Date.parse(/^\d{4}/.test(part) ? part.replace(' ', 'T') : `${part} UTC`)
  return Math.abs(time - now) < 2 * day
}

function isTimestamp(value: number, now: number): boolean {
  return Number.isInteger(value) && Math.abs(value * 1000 - now) < 366 * day
}

/** Milliseconds. */
const day = 86_400_000
