import { unicodeEmojiNames } from '../../simulator/realm/organisation/emoji.js'
import { isObject } from '../../values.js'
import { type Aliases, type IdKind, kindOf, kindOfPath } from './aliases.js'
import { jsonOf, type RecordedCall, type Traffic } from './recording.js'

type Row = Readonly<Record<string, unknown>>

/** What answers show of an organisation besides its accounts and messages, as rows of a seed file. */
export interface ShownState {
  readonly lists: { readonly [Name in List]: readonly Row[] }
  /** Further fields of channels and people, by their recorded IDs. */
  readonly channels: ReadonlyMap<number, Row>
  readonly users: ReadonlyMap<number, Row>
}

/** Lists of a seed file. */
type List = 'groups' | 'linkifiers' | 'emoji' | 'profile_fields' | 'channel_folders'

/**
 * The state at the start: the first values seen, without what a recorded call created. IDs are kept, except those of people,
 * channels and messages.
 *
 * @param start UNIX milliseconds.
 */
export function stateIn(traffic: readonly Traffic[], aliases: Aliases, start: number): ShownState {
  const calls = new Map(traffic.flatMap((entry) => (entry.kind === 'call' ? [[entry.id, entry]] : [])))
  const rows = new Map<string, Map<number, Row>>()
  const made = new Set<string>()
  const rowsOf = (list: string) => {
    const known = rows.get(list) ?? new Map<number, Row>()
    rows.set(list, known)
    return known
  }
  for (const entry of traffic) {
    const json = entry.kind === 'answer' ? jsonOf(entry) : undefined
    const call = calls.get(entry.id)
    if (!isObject(json) || call === undefined) continue
    if (call.method !== 'GET') for (const one of madeBy(call, json)) made.add(one)
    const sight: Sight = {
      ...{ call, aliases, start },
      caller: aliases.accountOf(call.caller ?? '')?.of.id,
      note(list, id, row, kind = 'other') {
        if (typeof id !== 'number' || made.has(`${kind} ${id}`)) return
        rowsOf(list).set(id, { ...row, ...rowsOf(list).get(id) })
      },
    }
    for (const [name, value] of Object.entries(json)) {
      const plain = name.replace(/^realm_|^custom_(?=profile)/, '')
      if (Object.hasOwn(readers, plain)) readers[plain]?.(value, sight)
    }
  }
  const listed = (list: List) => [...rowsOf(list).values()]
  const isGroup = (id: unknown) => rowsOf('groups').has(Number(id))
  const channels = [...rowsOf('channels')].map(([id, { folder_id, ...row }]) => {
    const folder = rowsOf('channel_folders').has(Number(folder_id)) && { folder_id }
    return [id, { ...row, ...folder }] as const
  })
  return {
    lists: {
      // Drops subgroups that are system groups or weren't seen.
      groups: listed('groups').map((row) => ({
        ...row,
        subgroups: Array.isArray(row.subgroups) ? row.subgroups.filter(isGroup) : [],
      })),
      linkifiers: listed('linkifiers'),
      emoji: listed('emoji'),
      profile_fields: listed('profile_fields'),
      channel_folders: listed('channel_folders'),
    },
    channels: new Map(channels),
    users: rowsOf('users'),
  }
}

/** The kinds and IDs of what a call created. */
const madeBy = ({ path }: RecordedCall, answer: Row): readonly `${IdKind} ${number}`[] =>
  Object.entries(answer).flatMap(([name, id]): `${IdKind} ${number}`[] =>
    typeof id === 'number' && /(^|_)id$/.test(name) ? [`${name === 'id' ? kindOfPath(path) : kindOf(name)} ${id}`] : [],
  )

interface Sight {
  readonly call: RecordedCall
  readonly aliases: Aliases
  readonly start: number
  /** The recorded ID of the caller. */
  readonly caller: number | undefined
  readonly note: (list: List | 'channels' | 'users', id: unknown, row: Row, kind?: IdKind) => void
}

const objectsIn = (value: unknown): readonly Row[] =>
  (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []).filter(isObject)

const textOf = ({ aliases }: Sight, value: unknown) => (typeof value === 'string' ? aliases.text(value) : undefined)

const usersOf = ({ aliases }: Sight, ids: unknown) =>
  (Array.isArray(ids) ? ids : []).flatMap((id) => aliases.idOf('user', Number(id)) ?? [])

/** Seconds before the start. */
const agoOf = ({ start }: Sight, timestamp: unknown) => Math.max(0, Math.round(start / 1000 - Number(timestamp)))

/** By the names of fields in answers, without the prefix `realm_`. */
const readers: Readonly<Record<string, (value: unknown, sight: Sight) => void>> = {
  user_groups(value, sight) {
    for (const { id, is_system_group, name, description, members, direct_subgroup_ids, deactivated } of objectsIn(
      value,
    )) {
      if (is_system_group === true) continue
      const texts = { name: textOf(sight, name), description: textOf(sight, description) }
      const inIt = { members: usersOf(sight, members), subgroups: direct_subgroup_ids }
      sight.note('groups', id, { id, ...texts, ...inIt, ...(deactivated === true && { deactivated }) }, 'group')
    }
  },
  linkifiers(value, sight) {
    for (const one of objectsIn(value)) {
      const { id, pattern, url_template, example_input, reverse_template, alternative_url_templates } = one
      const optional = Object.entries({ example_input, reverse_template, alternative_url_templates })
      const given = Object.fromEntries(optional.filter(([, part]) => part !== null && String(part) !== ''))
      sight.note('linkifiers', id, { id, pattern, url_template, ...given }, 'linkifier')
    }
  },
  emoji(value, sight) {
    for (const { id, name, still_url, deactivated, author_id } of objectsIn(value)) {
      const author = sight.aliases.idOf('user', Number(author_id)) ?? null
      const row = { id: Number(id), name, author_id: author, animated: still_url !== null, deactivated }
      sight.note('emoji', Number(id), row)
    }
  },
  custom_fields(value, sight) {
    for (const { id, name, hint, type, field_data } of objectsIn(value)) {
      const texts = { name: textOf(sight, name), hint: textOf(sight, hint) }
      sight.note('profile_fields', id, { id, ...texts, type, ...(field_data !== '' && { field_data }) }, 'field')
    }
  },
  profile_fields: (value, sight) => readers.custom_fields?.(value, sight),
  channel_folders(value, sight) {
    for (const { id, name, description, order, creator_id, is_archived } of objectsIn(value)) {
      const texts = { name: textOf(sight, name), description: textOf(sight, description) }
      const creator = sight.aliases.idOf('user', Number(creator_id)) ?? null
      sight.note('channel_folders', id, { id, ...texts, order, creator_id: creator, is_archived }, 'folder')
    }
  },
  streams(value, sight) {
    for (const one of objectsIn(value)) {
      const { stream_id, description, invite_only, is_archived, folder_id, subscribers } = one
      const sharesHistory = one.history_public_to_subscribers === true
      sight.note('channels', stream_id, {
        description: textOf(sight, description),
        ...(invite_only === true && { private: true, ...(sharesHistory && { shared_history: true }) }),
        ...(is_archived === true && { is_archived }),
        ...(typeof folder_id === 'number' && { folder_id }),
        ...(Array.isArray(subscribers) && { subscribers: usersOf(sight, subscribers) }),
      })
    }
  },
  subscriptions: (value, sight) => readers.streams?.(value, sight),
  presences(value, sight) {
    for (const [key, presence] of Object.entries(isObject(value) ? value : {}))
      notePresence(sight.aliases.accountOf(key)?.of.id ?? Number(key), presence, sight)
  },
  presence: (value, sight) => notePresence(userInPath(sight), value, sight),
  status: (value, sight) => noteStatus(userInPath(sight), value, sight),
  user_status(value, sight) {
    for (const [id, status] of Object.entries(isObject(value) ? value : {})) noteStatus(Number(id), status, sight)
  },
  muted_users(value, sight) {
    const ids = objectsIn(value).map(({ id }) => id)
    sight.note('users', sight.caller, { muted: usersOf(sight, ids) })
  },
}

function userInPath({ call, aliases, caller }: Sight): number | undefined {
  const [, who = ''] = /\/users\/([^/]+)\//.exec(call.path) ?? []
  return who === 'me' ? caller : (aliases.accountOf(decodeURIComponent(who))?.of.id ?? Number(who))
}

function notePresence(user: number | undefined, presence: unknown, sight: Sight): void {
  if (!isObject(presence)) return
  const { aggregated, website, active_timestamp, idle_timestamp } = presence
  const seen = isObject(aggregated) ? aggregated : isObject(website) ? website : {}
  const timestamp = seen.timestamp ?? Math.max(Number(active_timestamp ?? 0), Number(idle_timestamp ?? 0))
  sight.note('users', user, { last_active: agoOf(sight, timestamp) })
}

function noteStatus(user: number | undefined, status: unknown, sight: Sight): void {
  if (!isObject(status)) return
  const text = textOf(sight, status.status_text)
  const emoji = unicodeEmojiNames.has(String(status.emoji_name)) ? { emoji: status.emoji_name } : {}
  const isSet = Boolean(text) || 'emoji' in emoji
  sight.note('users', user, { status: isSet ? { ...(text && { text }), ...emoji } : undefined })
}
