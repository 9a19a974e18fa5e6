import { pathText } from '../../protocol/index.js'
import { isObject } from '../../values.js'
import { entriesOf, type Mistake, type Path } from './mistake.js'

/** Reports values that must be unique but aren't. */
export function duplicates(seed: Record<string, unknown>): Mistake[] {
  return unique.flatMap(({ lists, field, isName = false, unless }) => {
    const values = lists.flatMap((list) =>
      entriesOf(seed, list).flatMap(({ entry, at }) =>
        unless?.(entry) === true ? [] : [{ path: [list, at, field], value: entry[field] }],
      ),
    )
    return repeated(values, isName)
  })
}

/** Reports IDs that are repeated in a list. */
export function repeatedIds(seed: Record<string, unknown>): Mistake[] {
  return idLists.flatMap(([list, ...fields]) =>
    entriesOf(seed, list).flatMap(({ entry, at: place }) => {
      const whole = [list, place, ...fields]
      const ids = fields.reduce<unknown>((value, field) => (isObject(value) ? value[field] : undefined), entry)
      return Array.isArray(ids) ? repeated(ids.map((value: unknown, at) => ({ path: [...whole, at], value }))) : []
    }),
  )
}

interface Unique {
  /** The lists in which it must be unique, taken together. */
  readonly lists: readonly string[]
  readonly field: string
  /** Ignore case. */
  readonly isName?: boolean
  readonly unless?: (entry: Record<string, unknown>) => boolean
}

const unique: readonly Unique[] = [
  { lists: ['users', 'bots'], field: 'user_id' },
  { lists: ['users', 'bots'], field: 'email', isName: true },
  { lists: ['channels'], field: 'stream_id' },
  { lists: ['channels'], field: 'name', isName: true },
  { lists: ['channel_folders'], field: 'id' },
  { lists: ['channel_folders'], field: 'name', isName: true },
  { lists: ['groups'], field: 'id' },
  { lists: ['groups'], field: 'name', isName: true },
  { lists: ['linkifiers'], field: 'id' },
  { lists: ['linkifiers'], field: 'pattern' },
  { lists: ['emoji'], field: 'id' },
  { lists: ['emoji'], field: 'name', unless: (entry) => entry.deactivated === true },
  { lists: ['profile_fields'], field: 'id' },
  { lists: ['profile_fields'], field: 'name', isName: true },
  { lists: ['attachments'], field: 'id' },
  // A file's path is made from its name.
  { lists: ['attachments'], field: 'name' },
  { lists: ['messages'], field: 'id' },
  { lists: ['scheduled_messages'], field: 'id' },
]

const idLists = [
  ['users', 'muted'],
  ['channels', 'subscribers'],
  ['groups', 'members'],
  ['groups', 'subgroups'],
  ['messages', 'to', 'user_ids'],
  ['scheduled_messages', 'to', 'user_ids'],
] as const

interface Value {
  readonly path: Path
  readonly value: unknown
}

function repeated(values: readonly Value[], isName = false): Mistake[] {
  const first = new Map<unknown, Path>()
  return values.flatMap(({ path, value }): Mistake[] => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const key = isName ? String(value).toLowerCase() : value
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, path)
      return []
    }
    return [{ path, says: `is ${JSON.stringify(value)}, the same as ${pathText(before)}; change one of them` }]
  })
}
