import { type Emoji, emojiText, searchEmoji } from '../emoji/emojiList.js'
import type { Completing } from './completing.js'

/** What can be completed: as much as the writer can see of the organisation. */
export interface Known {
  readonly people: readonly KnownPerson[]
  readonly groups: readonly { readonly id: number; readonly name: string; readonly description: string }[]
  readonly channels: readonly KnownChannel[]
  /** Topics of a channel, the newest first. */
  topicsOf(channelId: number): readonly string[]
  readonly emoji: readonly Emoji[]
  readonly recentEmoji: readonly string[]
  /** Whether the message goes to a channel: wildcards call everybody there. */
  readonly isForChannel: boolean
  /** Those who take part in the conversation. */
  readonly nearby: ReadonlySet<number>
}

export interface KnownPerson {
  readonly id: number
  readonly name: string
  readonly isBot: boolean
  /** Of a bot: whether it has somewhere to be called at. */
  readonly isConnected: boolean
  readonly isActive: boolean
}

export interface KnownChannel {
  readonly id: number
  readonly name: string
  readonly isSubscribed: boolean
}

/** Something that the writer may choose. */
export interface Candidate {
  readonly key: string
  readonly label: string
  /** What tells it from others. */
  readonly detail?: string
  /** The character or picture before it. */
  readonly sign?: { readonly text: string } | { readonly source: string }
  /** What is written in place of what was typed. */
  readonly insert: string
}

/** What completes what is being written, best first. */
export function candidatesFor(completing: Completing, known: Known, most = 8): readonly Candidate[] {
  switch (completing.kind) {
    case 'mention':
      return mentions(completing.query, completing.isSilent, known).slice(0, most)
    case 'channel':
      return ranked(
        // What has one of these in its name cannot be written.
        known.channels.filter(({ name }) => !/[*>]/.test(name)),
        completing.query,
        ({ name }) => name,
        ({ isSubscribed }) => (isSubscribed ? 0 : 1),
      )
        .slice(0, most)
        .map(channelCandidate)
    case 'topic':
      return topics(completing, known).slice(0, most)
    case 'emoji':
      return searchEmoji(known.emoji, completing.query, known.recentEmoji, most).map(emojiCandidate)
    case 'command':
      return commands.filter(({ label }) => label.startsWith(`/${completing.query.toLowerCase()}`))
  }
}

/** How somebody is mentioned so that nobody else is. */
export function mentionOf(
  { id, name }: Pick<KnownPerson, 'id' | 'name'>,
  people: readonly Pick<KnownPerson, 'id' | 'name'>[],
  isSilent = false,
): string {
  const sign = isSilent ? '@_' : '@'
  // A mention ends at the first asterisk, so a name that has one cannot be written.
  if (name.includes('*') || name === '') return `${sign}**|${id}**`
  const wanted = name.toLowerCase()
  const isShared = people.some((one) => one.id !== id && one.name.toLowerCase() === wanted)
  return isShared || wildcards.some(({ word }) => word === name) || /\|\d+$/.test(name)
    ? `${sign}**${name}|${id}**`
    : `${sign}**${name}**`
}

/** Rows whose name the query finds: beginnings of names, then of words, then anywhere; then by who leads; then by name. */
export function ranked<Row>(
  rows: readonly Row[],
  query: string,
  nameOf: (row: Row) => string,
  lead: (row: Row) => number,
): readonly Row[] {
  const wanted = query.trim().toLowerCase()
  return rows
    .flatMap((row) => {
      const name = nameOf(row).toLowerCase()
      const at = name.indexOf(wanted)
      if (at < 0) return []
      const isWord = at > 0 && /[\s_.'-]/.test(name[at - 1] ?? '')
      return [{ row, name, rank: (at === 0 ? 0 : isWord ? 1 : 2) * 10 + lead(row) }]
    })
    .sort((one, other) => one.rank - other.rank || compare(one.name, other.name))
    .map(({ row }) => row)
}

function mentions(query: string, isSilent: boolean, known: Known): readonly Candidate[] {
  const sign = isSilent ? '@_' : '@'
  const leadOf = ({ id, isBot, isConnected, isActive }: KnownPerson) => {
    if (!isActive) return 9
    if (isBot) return isConnected ? 0 : 4
    return known.nearby.has(id) ? 1 : 2
  }
  const people = known.people.map((person) => ({ name: person.name, lead: leadOf(person), of: person }))
  const groups = known.groups
    // What has an asterisk in its name cannot be written.
    .filter(({ name }) => !name.includes('*'))
    .map((group) => ({ name: group.name, lead: 5, of: group }))
  const calls = (known.isForChannel ? wildcards : []).map((one) => ({ name: one.word, lead: 6, of: one }))
  return ranked(
    [...people, ...groups, ...calls],
    query,
    ({ name }) => name,
    ({ lead }) => lead,
  ).map(({ of }): Candidate => {
    if ('word' in of) return { key: of.word, label: of.word, detail: of.says, insert: `${sign}**${of.word}** ` }
    if ('description' in of) {
      return { key: `group ${of.id}`, label: of.name, detail: 'group', insert: `${sign}*${of.name}* ` }
    }
    const detail = detailOf(of, known.people)
    return {
      key: `person ${of.id}`,
      label: of.name,
      ...(detail !== '' && { detail }),
      insert: `${mentionOf(of, known.people, isSilent)} `,
    }
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

const wildcards = [
  { word: 'all', says: 'everybody in the channel' },
  { word: 'everyone', says: 'everybody in the channel' },
  { word: 'channel', says: 'everybody in the channel' },
  { word: 'topic', says: 'everybody in the topic' },
] as const

function channelCandidate({ id, name, isSubscribed }: KnownChannel): Candidate {
  return {
    key: `channel ${id}`,
    label: name,
    ...(!isSubscribed && { detail: 'not subscribed' }),
    sign: { text: '#' },
    insert: `#**${name}** `,
  }
}

function topics({ channel, query }: Extract<Completing, { kind: 'topic' }>, known: Known): readonly Candidate[] {
  const found = known.channels.find(({ name }) => name.toLowerCase() === channel.toLowerCase())
  if (found === undefined) return []
  // What has an asterisk in it would end the link.
  const there = known.topicsOf(found.id).filter((topic) => !topic.includes('*'))
  return ranked(
    there.map((topic, at) => ({ topic, at })),
    query,
    ({ topic }) => topic,
    ({ at }) => at / there.length,
  ).map(({ topic }) => ({
    key: `topic ${topic}`,
    label: topic === '' ? 'no topic' : topic,
    sign: { text: '›' },
    insert: `#**${found.name}>${topic}** `,
  }))
}

function emojiCandidate(emoji: Emoji): Candidate {
  const text = emojiText(emoji)
  const source = emoji.still ?? emoji.source
  const others = emoji.names.slice(1).join(', ')
  return {
    key: `${emoji.type} ${emoji.code}`,
    label: `:${emoji.name}:`,
    ...(others !== '' && { detail: others }),
    ...(text !== undefined ? { sign: { text } } : source !== undefined ? { sign: { source } } : {}),
    insert: `:${emoji.name}: `,
  }
}

const commands: readonly Candidate[] = [
  { key: 'me', label: '/me', detail: 'says what you are doing', insert: '/me ' },
  { key: 'poll', label: '/poll', detail: 'asks a question, one answer a line', insert: '/poll ' },
  { key: 'todo', label: '/todo', detail: 'makes a list, one task a line', insert: '/todo ' },
]

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
