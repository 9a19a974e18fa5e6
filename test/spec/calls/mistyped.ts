import type { Client } from 'earshot/client'
import * as answers from './answers.js'

/** An answer with one field of another type than section 2, 4 or 6.1 gives it, and where that is. */
export interface Mistyped {
  readonly spec: readonly string[]
  readonly title: string
  readonly call: (client: Client) => Promise<unknown>
  /** The answer's body. */
  readonly answer: string
  /** What the caller is told. */
  readonly path: string
}

interface Whole {
  /** Section, as the outline names it. */
  readonly section: string
  readonly of: string
  readonly call: (client: Client) => Promise<unknown>
  /** What the answer carries beyond the envelope. */
  readonly fields: object
  /** Where in it the entity is. */
  readonly at: readonly (string | number)[]
}

const wholes: readonly Whole[] = [
  {
    section: '2.2',
    of: 'a member',
    call: (client) => client.users.getByEmail({ email: 'hamlet@example.com' }),
    fields: { user: answers.hamlet },
    at: ['user'],
  },
  {
    section: '2.2',
    of: 'a deleted user',
    call: (client) => client.users.getByEmail({ email: 'deleted@example.com' }),
    fields: { user: answers.deleted },
    at: ['user'],
  },
  {
    section: '2.7',
    of: 'a linkifier',
    call: (client) => client.linkifiers.list(),
    fields: { linkifiers: answers.linkifiers },
    at: ['linkifiers', 0],
  },
  {
    section: '2.9',
    of: 'a presence',
    call: (client) => client.presence.list(),
    fields: { server_timestamp: 1656958540.6149, presences: answers.presences },
    at: ['presences', 'iago@example.com', 'website'],
  },
  {
    section: '2.11',
    of: 'a channel folder',
    call: (client) => client.channelFolders.list({}),
    fields: { channel_folders: answers.folders },
    at: ['channel_folders', 0],
  },
  {
    section: '2.12',
    of: 'a custom emoji',
    call: (client) => client.emoji.list(),
    fields: { emoji: answers.emoji },
    at: ['emoji', '1'],
  },
  {
    section: '4.20',
    of: 'the server settings',
    call: (client) => client.server.settings(),
    fields: answers.settings,
    at: [],
  },
  {
    section: '6.1',
    of: 'a notification',
    call: (client) => client.outgoingWebhook.latest(),
    fields: answers.notification,
    at: [],
  },
  {
    section: '6.1/message',
    of: 'a message',
    call: (client) => client.outgoingWebhook.latest(),
    fields: answers.notification,
    at: ['message'],
  },
]

/** The fields that the spec lets be null. */
const nullable: ReadonlySet<string> = new Set([
  '2.2/delivery_email',
  '2.2/bot_type',
  '2.2/bot_owner_id',
  '2.2/avatar_url',
  '2.7/example_input',
  '2.7/reverse_template',
  '2.11/date_created',
  '2.11/creator_id',
  '2.12/still_url',
  '2.12/author_id',
  '6.1/message/avatar_url',
])

/**
 * The fields of section 2 that the spec lets be absent, `client`, which some older servers leave out, and those of bots, which
 * servers leave out for people.
 */
const optional: ReadonlySet<string> = new Set([
  '2.2/avatar_url',
  '2.2/bot_owner_id',
  '2.2/bot_type',
  '2.2/is_deleted',
  '2.2/profile_data',
  '2.9/client',
  '2.9/pushable',
])

/** Every field of every entity: of another type, null where it cannot be, and missing where it must be there. */
export const mistyped: readonly Mistyped[] = wholes.flatMap(({ section, of, call, fields, at }) => {
  const names = Object.keys(at.length === 0 ? fields : (valueAt(fields, at) as object))
  return names.flatMap((name) => {
    const id = `${section}/${name}`
    const path = pathOf([...at, name])
    const changed = (how: string, value: (before: unknown) => unknown): Mistyped => {
      const copy = structuredClone({ result: 'success', msg: '', ...fields })
      const holder = valueAt(copy, at) as Record<string, unknown>
      holder[name] = value(holder[name])
      return { spec: [id], title: `${how} ${path} of ${of}`, call, answer: JSON.stringify(copy), path }
    }
    return [
      changed('a mistyped', otherThan),
      ...(nullable.has(id) ? [] : [changed('a null for', () => null)]),
      ...(optional.has(id) || !section.startsWith('2.') ? [] : [changed('no', () => undefined)]),
    ]
  })
})

/** A value of a type that is not among those that the field may have. */
function otherThan(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? 'text' : { odd: true }
}

function valueAt(holder: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], holder)
}

function pathOf(path: readonly (string | number)[]): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : (at > 0 ? '.' : '') + key)).join('')
}
