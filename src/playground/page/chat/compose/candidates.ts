import { type Emoji, emojiText, searchEmoji } from '../emoji/emojiList.js'
import type { Completing } from './completing.js'
import { ranked } from './ranked.js'

/** What can be completed: everything that the writer can see. */
export interface Known {
  readonly people: readonly KnownPerson[]
  readonly channels: readonly { readonly id: number; readonly name: string; readonly isSubscribed: boolean }[]
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly emoji: readonly Emoji[]
  /** Whether the message goes to a channel, where wildcard mentions exist. */
  readonly isForChannel: boolean
}

export interface KnownPerson {
  readonly id: number
  readonly name: string
  readonly isBot: boolean
  /** For a bot: whether it has an address. */
  readonly isConnected: boolean
  readonly isActive: boolean
}

/** A suggestion. */
export interface Candidate {
  readonly key: string
  readonly label: string
  /** Distinguishes it from others of the same name. */
  readonly detail?: string
  /** The character or image before it. */
  readonly sign?: { readonly text: string } | { readonly source: string }
  /** The text that replaces what was typed. */
  readonly insert: string
}

/** The suggestions, best first. */
export function candidatesFor({ kind, query }: Completing, known: Known, most = 8): readonly Candidate[] {
  if (kind === 'mention') return mentions(query, known).slice(0, most)
  if (kind === 'emoji') return searchEmoji(known.emoji, query, most).map(emojiCandidate)
  // Names with one of these can't be written.
  const writable = known.channels.filter(({ name }) => !/[*>]/.test(name))
  return found(writable, query, ({ isSubscribed }) => (isSubscribed ? 0 : 1))
    .slice(0, most)
    .map(({ id, name, isSubscribed }) => ({
      ...{ key: `channel ${id}`, label: name, sign: { text: '#' }, insert: `#**${name}** ` },
      ...(!isSubscribed && { detail: 'not subscribed' }),
    }))
}

/** An unambiguous mention of somebody. */
export function mentionOf(
  { id, name }: Pick<KnownPerson, 'id' | 'name'>,
  people: readonly Pick<KnownPerson, 'id' | 'name'>[],
): string {
  // A mention ends at the first asterisk, so a name with one can't be written.
  if (name.includes('*') || name === '') return `@**|${id}**`
  const wanted = name.toLowerCase()
  const isShared = people.some((one) => one.id !== id && one.name.toLowerCase() === wanted)
  const isAmbiguous = isShared || wildcards.some(({ name: word }) => word === name) || /\|\d+$/.test(name)
  return isAmbiguous ? `@**${name}|${id}**` : `@**${name}**`
}

/** The matches by name; equal matches by `lead`, then by name. */
const found = <Row extends { readonly name: string }>(
  rows: readonly Row[],
  query: string,
  lead: (row: Row) => number,
) =>
  ranked(
    rows.toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1)),
    query,
    ({ name }) => [name],
    lead,
  )

function mentions(query: string, { people, groups, isForChannel }: Known): readonly Candidate[] {
  const leadOf = (one: KnownPerson | Wildcard | KnownGroup) => {
    if ('says' in one) return 6
    if (!('isBot' in one)) return 5
    if (!one.isActive) return 9
    return one.isBot ? (one.isConnected ? 0 : 4) : 2
  }
  // A mention ends at the first asterisk.
  const writable = groups.filter(({ name }) => !name.includes('*'))
  const all = [...people, ...writable, ...(isForChannel ? wildcards : [])]
  return found<KnownPerson | Wildcard | KnownGroup>(all, query, leadOf).map((one) => {
    if ('says' in one) return { key: one.name, label: one.name, detail: one.says, insert: `@**${one.name}** ` }
    if (!('isBot' in one))
      return { key: `group ${one.id}`, label: one.name, detail: 'group', insert: `@*${one.name}* ` }
    const detail = detailOf(one, people)
    const insert = `${mentionOf(one, people)} `
    return { key: `person ${one.id}`, label: one.name, ...(detail !== '' && { detail }), insert }
  })
}

function detailOf(person: KnownPerson, people: readonly KnownPerson[]): string {
  const isShared = people.some(({ id, name }) => id !== person.id && name.toLowerCase() === person.name.toLowerCase())
  return [
    !person.isActive && 'deactivated',
    person.isBot && (person.isConnected ? 'bot' : 'bot, not connected'),
    isShared && `ID ${person.id}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

type KnownGroup = Known['groups'][number]

interface Wildcard {
  readonly name: string
  readonly says: string
}

const wildcards: readonly Wildcard[] = [
  { name: 'all', says: 'everybody in the channel' },
  { name: 'everyone', says: 'everybody in the channel' },
  { name: 'channel', says: 'everybody in the channel' },
  { name: 'topic', says: 'everybody in the topic' },
]

function emojiCandidate(emoji: Emoji): Candidate {
  const text = emojiText(emoji)
  const { source } = emoji
  const others = emoji.names.slice(1).join(', ')
  return {
    key: `${emoji.type} ${emoji.code}`,
    label: `:${emoji.name}:`,
    ...(others !== '' && { detail: others }),
    ...(text !== undefined ? { sign: { text } } : source !== undefined ? { sign: { source } } : {}),
    insert: `:${emoji.name}: `,
  }
}
