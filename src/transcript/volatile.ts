import { decodeEntities } from '../text/index.js'
import { beginning, quoteOf } from './observed.js'
import { escapePlaceholders, matchText, type PlaceholderKind } from './placeholders.js'
import type { Text, Value } from './transcript.js'

export type Volatile = ReturnType<typeof createVolatile>

export interface VolatileOptions {
  /** The IDs created during the conversation. */
  readonly ids: ReadonlySet<number>
  /** All texts of people, to find the IDs that they repeat. */
  readonly textsOfPeople: readonly string[]
  /** The time in UNIX milliseconds, if it differs between runs. */
  readonly now: () => number | undefined
}

/** Replaces parts that differ between runs, such as IDs and times, with placeholders. */
export function createVolatile({ ids, textsOfPeople, now }: VolatileOptions) {
  const numbersOfPeople = new Set(textsOfPeople.flatMap((original) => original.match(number) ?? []))
  /** Numbers that people wrote before the bot did. */
  const known = new Set<string>()
  const names = new Map<string, string>()
  const files = new Map<string, string>()

  /** The kind of a part that differs between runs; undefined for others. */
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

  /** A person's text, in which only parts named in an earlier text of the bot are replaced. */
  function ofPerson(original: string): Text {
    for (const { part } of volatileParts(original)) if (!names.has(part)) known.add(part)
    return replaced(original, (part) => (names.has(part) || files.has(part) ? placeholderFor(part) : undefined))
  }

  const isStable = (text: string) => volatileParts(text).every(({ part }) => kindOf(part) === undefined)

  return {
    /** The bot's text with placeholders for IDs, files, video calls and times. */
    ofBot: (original: string): Text => replaced(original, placeholderFor),
    ofPerson,
    value(parameter: unknown): Value {
      if (typeof parameter === 'string') return { text: replaced(parameter, placeholderFor) }
      const json = JSON.stringify(parameter)
      const time = now()
      if (typeof parameter === 'number' && time !== undefined && isTimestamp(parameter, time))
        return { text: '{{number}}' }
      const text = replaced(json, (part) => (/^\d+$/.test(part) ? placeholderFor(part) : undefined))
      return text === json ? { json: parameter } : { text }
    },
    /** The beginning of a text, up to the first part that differs between runs; undefined if that is all of it. */
    beginning(text: string): string | undefined {
      const [line = ''] = text.split('\n')
      const changing = volatileParts(text).find(({ part }) => kindOf(part) !== undefined)
      const stable = line.slice(0, changing?.at)
      const start = beginning(stable)
      return start === text ? undefined : start
    },
    /** The words that identify a message of the bot. */
    quote(content: string): Text {
      if (isStable(content)) return quoteOf(content)
      const shown = decodeEntities(content)
      const [line = ''] = shown.split('\n')
      return replaced(line, placeholderFor) + (line === shown ? '' : '…')
    },
    isStable,
    /** Records an uploaded file; returns its name in the transcript. */
    uploaded(path: string, name: string): string {
      const plain = name.replace(/[^\w.-]+/g, '-')
      const taken = new Set(files.values())
      let free = plain
      for (let count = 2; taken.has(free); count += 1) free = plain.replace(/(\.[^.]*)?$/, `-${count}$1`)
      files.set(path, free)
      return free
    },
  }
}

/** A text with placeholders for some of its parts; unchanged if the result wouldn't fit the text. */
function replaced(original: string, placeholderFor: (part: string) => string | undefined): Text {
  let text = ''
  let end = 0
  const bindings = new Map<string, string>()
  for (const { part, at } of volatileParts(original)) {
    const placeholder = placeholderFor(part)
    if (placeholder === undefined) continue
    const before = escapePlaceholders(original.slice(end, at))
    // Backslashes before a placeholder are read as escapes.
    text += before + (/\\*$/.exec(before)?.[0] ?? '') + placeholder
    end = at + part.length
    const name = /:([\w.-]+)\}\}$/.exec(placeholder)?.[1]
    if (name !== undefined) bindings.set(name, part)
  }
  if (end === 0) return escapePlaceholders(original)
  text += escapePlaceholders(original.slice(end))
  return matchText(text, original, bindings) === undefined ? escapePlaceholders(original) : text
}

function volatileParts(text: string): readonly { readonly part: string; readonly at: number }[] {
  return [...text.matchAll(parts)].map(({ 0: part, index: at }) => ({ part, at }))
}

const number = /(?<![\w.])\d+(?!\.?\w)/g

/** Generated names: a delivery's `a57b895d-2`, or a UUID. */
const randomName = /^(?:[0-9a-f]{8}-[0-9a-z]{1,6}|(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f]{8}(?:-?[0-9a-f]+)*)$/

/** The path of a video call at the provider; a random word follows. */
const callPath = '/index.php/call/'

const parts =
  /(?<![\w.-])[0-9a-f]{8}-[0-9a-z]{1,6}(?![\w-])|(?<![\w.-])(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f]{8}(?:-?[0-9a-f]+)*(?![\w-])|\/user_uploads\/[^\s)\]"'<>]+|\/index\.php\/call\/\w+|\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?|(?<![\w:])\d{1,2}:\d{2}(?::\d{2})?(?![\w:])|\d{1,2} [A-Z][a-z]+ \d{4}(?!\d)|[A-Z][a-z]+ \d{1,2}, \d{4}(?!\d)|(?<![\w.])\d+(?!\.?\w)/g

/** Whether a time or date is the current one in some time zone. */
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
