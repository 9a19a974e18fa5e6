import { escapeRegExp, isObject, parseJson } from '../../values.js'
import type { Found, FoundAccount } from './found.js'
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

/** The site of every simulator without a socket, which is where a transcript is played. */
const simulatedSite = 'http://localhost'

export const organisationName = 'Recorded organisation'

/** Replaces each account's name, address and ID consistently. The bot keeps its name. */
export function createAliases({ accounts, channels, bot, files }: Found, { site, proxy, server }: RecordingHead) {
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

  /** What stands for what in any text; the first that fits at a place is taken. */
  const words = new Map<string, string>()
  const say = (word: string | undefined, instead: string) => {
    if (word !== undefined && word.length > 1 && !words.has(word)) words.set(word, instead)
  }
  for (const one of [proxy, site]) say(one.replace(/\/+$/, ''), simulatedSite)
  for (const { id, of, email } of list) {
    // Who hides the real address has one made of the ID.
    for (const one of of.emails) say(one, one.startsWith(`user${of.id}@`) ? `user${id}@localhost` : email)
  }
  for (const { id, name, url } of files) {
    const instead = `file${id}${/\.\w+$/.exec(name)?.[0] ?? ''}`
    say(name, instead)
    words.set(url, pathOfSeedFile(instead))
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

  /** A text with other names, addresses and IDs in it. */
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

  /** A value of the API, by the name of its field. */
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
    /** A path of an uploaded file, or whatever else has a new name from now on. */
    rename: (word: string, instead: string) => void words.set(word, instead),
    /** The path of a call, with the IDs and addresses in it. */
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

/** What an ID is of, by the name of its field or what stands before it in a path: the first that fits. */
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

/** What a call of a path makes, where its answer says no more than `id`. */
export const kindOfPath = (path: string): IdKind => kindOf(path.split('/').at(-1) ?? '')

/** The path that a simulator gives to a file of its seed. */
const pathOfSeedFile = (name: string) => `/user_uploads/2/ab/${name.replace(/\.[^.]*$/, '')}/${name}`

/** Small IDs tell nothing, and people write them as plain numbers: they stay. Others are counted, in the same order. */
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

/** The service's own accounts are called the same everywhere. */
const isSystem = ({ name = '' }: FoundAccount) => /^(?:notification|welcome|email gateway) ?bot$/i.test(name)

/** A short part, such as "de", or one in small letters, is no name by itself. */
const isNameAlone = (part: string) => part.length > 2 && !/^\p{Ll}/u.test(part)

const partsOf = (name: string) => name.split(/\s+/)

/** A name of as many words as the original has. */
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
