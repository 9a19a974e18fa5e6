import { escapeRegExp, isObject, parseJson } from '../../values.js'
import type { FoundAccount, RecordingContents } from './found.js'
import type { RecordingHead } from './recording.js'

/** An account under its new name. */
export interface Alias {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly of: FoundAccount
}

export type IdKind = (typeof kinds)[number][1] | 'other'

export type Aliases = ReturnType<typeof createAliases>

/** The site of simulators without a socket, in which transcripts are played. */
const simulatedSite = 'http://localhost'

export const organisationName = 'Recorded organisation'

/** Replaces each account's name, address and ID consistently. The bot keeps its name. */
export function createAliases({ accounts, channels, bot }: RecordingContents, { site, proxy, server }: RecordingHead) {
  const ids = new Map<string, number>()
  const learn = (kind: IdKind, recorded: number, now: number) => void ids.set(`${kind} ${recorded}`, now)
  const taken = new Set<string>()
  const nextUser = createIds()
  const list = [...accounts].sort(byId(({ id }) => id)).map((of, at): Alias => {
    const id = nextUser(of.id)
    if (of.id !== undefined) learn('user', of.id, id)
    const isTheBot = of.emails.has(bot)
    const name = isTheBot || isSystem(of) ? (of.name ?? 'Bot') : aliasFor(of.name ?? 'Unknown', at, taken)
    const stem =
      name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '.')
        .replace(/^\.|\.$/g, '') || `account${id}`
    return { id, name, email: `${stem}${of.isBot === true ? '-bot' : ''}@example.com`, of }
  })
  const nextChannel = createIds()
  for (const id of [...channels.keys()].sort(byId((one) => one))) learn('stream', id, nextChannel(id))

  /** The replacement of each word or phrase in texts; at each place, the longest one that matches is replaced. */
  const words = new Map<string, string>()
  const say = (word: string | undefined, instead: string) => {
    if (word !== undefined && word.length > 1 && !words.has(word)) words.set(word, instead)
  }
  for (const one of [proxy, site]) say(one.replace(/\/+$/, ''), simulatedSite)
  for (const { id, of, email } of list) {
    // A user who hides the real address has one made from the ID.
    for (const one of of.emails) say(one, one.startsWith(`user${of.id}@`) ? `user${id}@localhost` : email)
  }
  const renamed = list.filter(({ of, name }) => of.name !== undefined && of.name !== name)
  for (const { of, name } of renamed) say(of.name, name)
  say(server?.organisation, organisationName)
  for (const { of, name } of renamed) {
    const parts = partsOf(of.name ?? '')
    for (const [at, part] of parts.entries()) if (isNameAlone(part)) say(part, partsOf(name)[at] ?? name)
  }
  const kept = list.filter(({ name, of }) => name === of.name).map(({ name }) => name)
  for (const name of kept) words.set(name, name)
  const known = [...words.keys()].sort((one, other) => other.length - one.length).map(escapeRegExp)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${known.join('|')})(?![\\p{L}\\p{N}])|[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+|(?<=\\|)\\d+(?=\\*\\*)|/user_uploads/[^\\s)\\]"'<>]+|(?<![\\w.])\\d{3,}(?!\\w)`,
    'gu',
  )
  const strangers = new Map<string, string>()
  const idOf = (kind: IdKind, id: number) => ids.get(`${kind} ${id}`)
  const madeHere = (id: number) => kinds.flatMap(([, kind]) => (kind === 'stream' ? [] : (idOf(kind, id) ?? [])))[0]

  /** A text with its names, addresses and IDs replaced. */
  function text(original: string): string {
    return original.replace(pattern, (found, at: number) => {
      const instead = words.get(found)
      if (instead !== undefined) return instead
      if (/^\d+$/.test(found)) {
        const message = original[at - 1] === '|' ? undefined : idOf('message', Number(found))
        return String(message ?? idOf('user', Number(found)) ?? madeHere(Number(found)) ?? found)
      }
      if (!found.includes('@') || found.startsWith('/')) return found
      const stranger = strangers.get(found) ?? `person${strangers.size + 1}@example.org`
      strangers.set(found, stranger)
      return stranger
    })
  }

  /** The same for a value of the API, by the name of its field. */
  function value(original: unknown, name = '', kind: IdKind = kindOf(name)): unknown {
    if (typeof original === 'number') return idOf(kind, original) ?? original
    if (Array.isArray(original)) return original.map((one) => value(one, name, kind))
    if (isObject(original))
      return Object.fromEntries(Object.entries(original).map(([key, inner]) => [key, value(inner, key)]))
    if (typeof original !== 'string') return original
    const json = /^(?:[[{]|\d+$)/.test(original) && name !== 'content' ? parseJson(original) : undefined
    return json === undefined ? text(original) : JSON.stringify(value(json, name, kind))
  }

  return {
    list,
    learn,
    idOf,
    text,
    value,
    /** Sets the replacement of a word from now on, such as the path of an uploaded file. */
    rename: (word: string, instead: string) => void words.set(word, instead),
    /** The path of a call, with its IDs and addresses replaced. */
    path: (original: string) =>
      original
        .replace(/(\w+)\/(\d+)/g, (whole, before: string, id: string) => {
          const now = idOf(before === 'me' ? 'stream' : kindOf(before), Number(id))
          return now === undefined ? whole : `${before}/${now}`
        })
        .replace(/(?<=\/users\/)[^/]+(?:@|%40)[^/]+/i, (email) => text(decodeURIComponent(email))),
    accountOf: (email: string) => list.find(({ of }) => of.emails.has(email)),
    bot: list.find(({ of }) => of.emails.has(bot)),
  }
}

/** The kind of an ID, by the name of its field or the path segment before it; the first match wins. */
const kinds = [
  [/scheduled/, 'scheduled'],
  [/group/, 'group'],
  [/folder/, 'folder'],
  [/linkifier|filter/, 'linkifier'],
  [/attachment/, 'attachment'],
  [/field/, 'field'],
  [/message|^anchor$/, 'message'],
  [/stream|channel/, 'stream'],
  [/user|sender|principal|owner|member|people/, 'user'],
] as const

export const kindOf = (name: string): IdKind => kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'

/** The kind of what a call to a path creates, for answers with just an `id`. */
export const kindOfPath = (path: string): IdKind => kindOf(path.split('/').at(-1) ?? '')

/** Keeps small IDs: they identify nobody, and people write them as plain numbers. Renumbers the others in the same order. */
function createIds() {
  let last = 0
  return (recorded = 0): number => {
    last = recorded < 100 ? Math.max(last + 1, recorded) : last + 1
    return last
  }
}

const byId =
  <One>(idOf: (one: One) => number | undefined) =>
  (one: One, other: One) =>
    (idOf(one) ?? Number.MAX_SAFE_INTEGER) - (idOf(other) ?? Number.MAX_SAFE_INTEGER)

/** The server's own accounts have the same names everywhere. */
const isSystem = ({ name = '' }: FoundAccount) => /^(?:notification|welcome|email gateway) ?bot$/i.test(name)

/** Whether a part is also used as a name alone: not if it is short, such as "de", or in lower case. */
const isNameAlone = (part: string) => part.length > 2 && !/^\p{Ll}/u.test(part)

const partsOf = (name: string) => name.split(/\s+/)

/** A name with as many words as the original. */
function aliasFor(original: string, at: number, taken: Set<string>): string {
  const parts = partsOf(original).map((_, part) =>
    part === 0 ? first[at % first.length] : last[(at + part - 1) % last.length],
  )
  const name = parts.join(' ')
  const round = Math.floor(at / first.length)
  const free = taken.has(name) || round > 0 ? `${parts[0]}${round + 1}${name.slice(parts[0]?.length)}` : name
  taken.add(free)
  return free
}

const first =
  'Anouk Bertil Carys Dusan Eleni Farid Greta Hanno Ilse Jarno Katla Lubos Mirre Niamh Oriol Petra Quirin Runa Sefa Tomas Ulla Vidar Wanda Xenia Yusuf Zora'.split(
    ' ',
  )
const last =
  'Ahorn Birke Cedro Dattel Esche Fichte Ginko Hasel Iroko Jaske Kiefer Linde Mango Nessel Olmo Palma Quitte Robin Salix Tanne Ulme Vogel Weide Xylia Yucca Zeder'.split(
    ' ',
  )
