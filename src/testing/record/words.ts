import type { OrganisationSeed } from '../../simulator/index.js'
import { parseTranscript } from '../../transcript/parse.js'
import type { Entry } from '../../transcript/transcript.js'
import { writeTranscript } from '../../transcript/write.js'
import { isObject } from '../../values.js'
import type { Rebuilt } from './rebuild.js'

/** The distinct words and longer numbers that people wrote, in lower case: in texts, topics, and names of channels. */
export function wordsOfPeople({ transcript, organisation }: Rebuilt): readonly string[] {
  const { entries } = parseTranscript(transcript)
  const bot = entries.find((entry) => entry.kind === 'setting' && entry.name === 'bot')
  const isOfPerson = (entry: Entry) =>
    entry.kind === 'place' || (!('who' in entry) ? false : bot?.kind !== 'setting' || entry.who !== bot.value)
  const names = new Set(
    [...organisation.users, ...organisation.bots]
      .flatMap((one) => wordsIn(one.full_name))
      .map((word) => word.toLowerCase()),
  )
  const words = new Set<string>()
  const note = (text: string, most?: number) => {
    for (const word of wordsIn(text).slice(0, most)) if (!names.has(word.toLowerCase())) words.add(word.toLowerCase())
    return text
  }
  // Commands come first, next to each other, so that testing them in groups finishes sooner.
  for (const entry of entries.filter(isOfPerson)) if ('text' in entry) note(entry.text, 1)
  for (const entry of entries.filter(isOfPerson)) changed(entry, (text) => note(text))
  changedSeed(organisation, (text) => note(text))
  return [...words]
}

/** Replaces each of the words, wherever it occurs, with the same other word of the same length. */
export function withoutWords(
  rebuilt: Rebuilt,
  words: ReadonlySet<string>,
  others: ReadonlyMap<string, string>,
): Rebuilt {
  const instead = (text: string) =>
    text.replace(token, (found, at: number) => {
      if (!isWord(found)) return found
      const small = found.toLowerCase()
      const other = words.has(small) ? others.get(small) : undefined
      if (other !== undefined) return inCaseOf(found, other)
      // A shortened quote can end within a word.
      const whole = text[at + found.length] === '…' ? [...words].find((word) => word.startsWith(small)) : undefined
      return whole === undefined ? found : inCaseOf(found, (others.get(whole) ?? '').slice(0, found.length))
    })
  const entries = parseTranscript(rebuilt.transcript).entries.map((entry) => changed(entry, instead))
  return {
    ...rebuilt,
    transcript: writeTranscript({ entries }),
    organisation: changedSeed(rebuilt.organisation, instead),
  }
}

/** A new word of the same length for each, which isn't among the words. It depends only on the words' order and length. */
export function otherWords(words: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(words)
  const others = new Map<string, string>()
  let count = 0
  for (const word of words) {
    let other: string
    do {
      count += 1
      other = /^\d/.test(word) ? digits(count, word.length) : syllables(count, word.length)
    } while (taken.has(other) && count < 1_000_000)
    taken.add(other)
    others.set(word, other)
  }
  return others
}

/** A placeholder, address, mention or emoji, which isn't a word; or a word or a longer number. */
const token =
  /\\?\{\{[^{}]*\}\}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|@_?\*\*[^*\n]*\*\*|:[a-z0-9_+-]+:|\/user_uploads\/[^\s)]+|https?:|(?<!\\)[\p{L}\p{M}]{3,}|\d{4,}/gu

const isWord = (found: string) => /^[\p{L}\p{M}\d]+$/u.test(found)

const wordsIn = (text: string) => (text.match(token) ?? []).filter(isWord)

function inCaseOf(word: string, other: string): string {
  if (word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()) return other.toUpperCase()
  const [first = ''] = word
  return first === first.toLowerCase() ? other : `${other.charAt(0).toUpperCase()}${other.slice(1)}`
}

const digits = (count: number, length: number) => String((count * 7919) % 9 ** (length - 1)).padStart(length, '4')

function syllables(count: number, length: number): string {
  let rest = count * 7919
  return Array.from({ length }, (_, at) => {
    const letters = at % 2 === 0 ? 'bdfgklmnprstvz' : 'aeiou'
    const letter = letters[rest % letters.length] ?? 'a'
    rest = Math.floor(rest / letters.length) + (rest < letters.length ? count + at : 0)
    return letter
  }).join('')
}

/** Fields of an entry that people didn't write. */
const fixed: ReadonlySet<string> = new Set([
  'kind',
  'who',
  'people',
  'as',
  'emoji',
  'endpoint',
  'name',
  'scope',
  'times',
  'at',
  'levels',
  'open',
])

/** The entry with changed texts. */
function changed(entry: Entry, change: (text: string) => string): Entry {
  // Each field keeps its type.
  return entry.kind === 'setting' || 'by' in entry || 'time' in entry ? entry : (changedIn(entry, change) as Entry)
}

/** The value with changed texts. */
function changedIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => changedIn(one, change))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fixed.has(name) ? inner : changedIn(inner, change)]),
  )
}

function changedSeed(seed: OrganisationSeed, change: (text: string) => string): OrganisationSeed {
  const lists = Object.entries(textsOfSeed).map(([list, fields]) => [
    list,
    seed[list as keyof typeof textsOfSeed].map((row: object) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, fields.includes(name) ? changedIn(value, change) : value]),
      ),
    ),
  ])
  // Each field keeps its type.
  return { ...seed, ...(Object.fromEntries(lists) as Partial<OrganisationSeed>) }
}

/** The fields that people wrote, by list of a seed file. */
const textsOfSeed = {
  users: ['status'],
  channels: ['name', 'description'],
  channel_folders: ['name', 'description'],
  groups: ['name', 'description'],
  profile_fields: ['name', 'hint', 'field_data'],
  linkifiers: ['pattern', 'url_template', 'example_input', 'reverse_template', 'alternative_url_templates'],
  messages: ['content', 'to'],
  scheduled_messages: ['content', 'to'],
} satisfies { readonly [List in keyof OrganisationSeed]?: readonly string[] }
