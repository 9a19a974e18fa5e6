import { nearest } from '../../text/index.js'
import { isObject } from '../../values.js'
import { extraEmojiName, unicodeEmojiNames } from '../realm/organisation/emoji.js'
import type { Mistake, Path } from './mistake.js'

/** Reports references to entries that don't exist, also in seeds with other mistakes. */
export function danglingReferences(seed: Record<string, unknown>): Mistake[] {
  const there = new Map<Target, ReadonlySet<string>>()
  return references.flatMap(({ at, to, from }) => {
    const known = there.get(to) ?? targets[to].known(seed)
    there.set(to, known)
    return [...valuesAt(seed, at)].flatMap(({ path, value }): Mistake[] => {
      const meant = from === 'name' ? idInName(path) : to === 'emoji' ? nameIn(value) : idIn(value)
      if (meant === undefined || known.has(meant)) return []
      const near = to === 'emoji' ? nearest(meant, known) : undefined
      const advice = near === undefined ? targets[to].advice : `did you mean "${near}"?`
      return [{ path, ofName: from === 'name', says: `means ${to} ${meant}, but there is none; ${advice}` }]
    })
  })
}

/** Every entry of a list, or every field of a mapping. */
const each = Symbol('each')

type Pattern = readonly (string | typeof each)[]
type Target = 'user' | 'user or bot' | 'channel' | 'folder' | 'group' | 'profile field' | 'emoji'

interface Reference {
  readonly at: Pattern
  readonly to: Target
  /** The field's name is the reference, not its value. */
  readonly from?: 'name'
}

const references: readonly Reference[] = [
  { at: ['users', each, 'profile', each], to: 'profile field', from: 'name' },
  { at: ['users', each, 'status', 'emoji'], to: 'emoji' },
  { at: ['users', each, 'muted', each], to: 'user or bot' },
  { at: ['bots', each, 'owner_id'], to: 'user' },
  { at: ['channel_folders', each, 'creator_id'], to: 'user' },
  { at: ['channels', each, 'folder_id'], to: 'folder' },
  { at: ['channels', each, 'subscribers', each], to: 'user or bot' },
  { at: ['channels', each, 'group_settings', each], to: 'group' },
  { at: ['channels', each, 'group_settings', each, 'direct_members', each], to: 'user or bot' },
  { at: ['channels', each, 'group_settings', each, 'direct_subgroups', each], to: 'group' },
  { at: ['groups', each, 'members', each], to: 'user or bot' },
  { at: ['groups', each, 'subgroups', each], to: 'group' },
  { at: ['groups', each, 'group_settings', each], to: 'group' },
  { at: ['groups', each, 'group_settings', each, 'direct_members', each], to: 'user or bot' },
  { at: ['groups', each, 'group_settings', each, 'direct_subgroups', each], to: 'group' },
  { at: ['group_settings', each], to: 'group' },
  { at: ['group_settings', each, 'direct_members', each], to: 'user or bot' },
  { at: ['group_settings', each, 'direct_subgroups', each], to: 'group' },
  { at: ['emoji', each, 'author_id'], to: 'user or bot' },
  { at: ['attachments', each, 'owner_id'], to: 'user or bot' },
  { at: ['messages', each, 'sender_id'], to: 'user or bot' },
  { at: ['messages', each, 'to', 'stream_id'], to: 'channel' },
  { at: ['messages', each, 'to', 'user_ids', each], to: 'user or bot' },
  { at: ['messages', each, 'reactions', each, 'user_id'], to: 'user or bot' },
  { at: ['messages', each, 'reactions', each, 'emoji_name'], to: 'emoji' },
  { at: ['scheduled_messages', each, 'sender_id'], to: 'user or bot' },
  { at: ['scheduled_messages', each, 'to', 'stream_id'], to: 'channel' },
  { at: ['scheduled_messages', each, 'to', 'user_ids', each], to: 'user or bot' },
]

interface Kind {
  readonly known: (seed: Record<string, unknown>) => ReadonlySet<string>
  readonly advice: string
}

const targets: Readonly<Record<Target, Kind>> = {
  user: { known: idsIn(['users', 'user_id']), advice: idOf('users') },
  'user or bot': { known: idsIn(['users', 'user_id'], ['bots', 'user_id']), advice: idOf('users or bots') },
  channel: { known: idsIn(['channels', 'stream_id']), advice: idOf('channels') },
  folder: { known: idsIn(['channel_folders', 'id']), advice: idOf('channel_folders') },
  group: { known: idsIn(['groups', 'id']), advice: idOf('groups') },
  'profile field': { known: idsIn(['profile_fields', 'id']), advice: idOf('profile_fields') },
  emoji: { known: emojiNames, advice: 'give the name of an active entry of emoji, or of a Unicode emoji' },
}

function idOf(lists: string): string {
  return `give an ID that is in ${lists}, or add it there`
}

function idsIn(...places: readonly (readonly [list: string, field: string])[]) {
  return (seed: Record<string, unknown>): ReadonlySet<string> =>
    new Set(
      places.flatMap(([list, field]) => [...valuesAt(seed, [list, each, field])].map(({ value }) => String(value))),
    )
}

function emojiNames(seed: Record<string, unknown>): ReadonlySet<string> {
  const own = [...valuesAt(seed, ['emoji', each])].flatMap(({ value }) =>
    isObject(value) && value.deactivated !== true ? [String(value.name)] : [],
  )
  return new Set([...own, extraEmojiName, ...unicodeEmojiNames])
}

function idInName(path: Path): string | undefined {
  const name = String(path.at(-1))
  return /^\d+$/.test(name) ? name : undefined
}

function idIn(value: unknown): string | undefined {
  return Number.isInteger(value) ? String(value) : undefined
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

interface Found {
  readonly path: Path
  readonly value: unknown
}

function* valuesAt(value: unknown, pattern: Pattern, path: Path = []): Generator<Found> {
  const [part, ...rest] = pattern
  if (part === undefined) {
    yield { path, value }
  } else if (part !== each) {
    if (isObject(value) && Object.hasOwn(value, part)) yield* valuesAt(value[part], rest, [...path, part])
  } else if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) yield* valuesAt(inner, rest, [...path, at])
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) yield* valuesAt(inner, rest, [...path, name])
  }
}
