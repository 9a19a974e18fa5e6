import * as z from 'zod'
import { isObject } from '../../values.js'
import { seedSchema } from '../realm/seed/schema.js'
import { entriesOf } from './mistake.js'

/** Fields that are generated if they are missing, by list. Other defaults are the schema's. */
const filledIn: Readonly<Record<string, readonly string[]>> = {
  users: ['user_id', 'email'],
  bots: ['user_id', 'email', 'owner_id'],
  channel_folders: ['id', 'order'],
  channels: ['stream_id'],
  groups: ['id'],
  linkifiers: ['id'],
  emoji: ['id'],
  profile_fields: ['id'],
  attachments: ['id'],
  messages: ['id'],
  scheduled_messages: ['id'],
}

const filledInAtTop: readonly string[] = ['subdomain']

/**
 * Fills in missing IDs, addresses and owners. IDs continue after the highest one in the file, in the order of the file
 * (users and bots are numbered together); an address is made from the name. Malformed values stay, to be reported later.
 */
export function fillIn(given: Record<string, unknown>): Record<string, unknown> {
  const seed = { ...given }
  if (seed.subdomain === undefined) seed.subdomain = slug(seed.name, 'realm')
  const accountIds = idsAfter(seed, accounts)
  const emails = newEmails(seed)
  for (const [list, fields] of Object.entries(filledIn)) {
    const entries = seed[list]
    if (!Array.isArray(entries)) continue
    const ids = accounts.includes(list) ? accountIds : idsAfter(seed, [list])
    const owner = list === 'bots' ? firstOwner(seed) : null
    const make = (field: string, entry: Record<string, unknown>, at: number): unknown => {
      if (field === 'email') return emails.next(slug(entry.full_name, 'user') + (list === 'bots' ? '-bot' : ''))
      if (field === 'owner_id') return owner
      return field === 'order' ? at : ids.next()
    }
    seed[list] = entries.map((entry: unknown, at) => {
      if (!isObject(entry)) return entry
      const missing = fields.filter((field) => entry[field] === undefined)
      return { ...entry, ...Object.fromEntries(missing.map((field) => [field, make(field, entry, at)])) }
    })
  }
  return seed
}

/** These lists share IDs and addresses. */
const accounts: readonly string[] = ['users', 'bots']

function idsAfter(seed: Record<string, unknown>, lists: readonly string[]) {
  const given = lists.flatMap((list) => entriesOf(seed, list).map(({ entry }) => entry[filledIn[list]?.[0] ?? 'id']))
  let last = given.filter(Number.isInteger).reduce<number>((highest, one) => Math.max(highest, Number(one)), 0)
  return {
    next() {
      last += 1
      return last
    },
  }
}

/** Unique addresses, numbered if a name is taken. */
function newEmails(seed: Record<string, unknown>) {
  const given = accounts.flatMap((list) => entriesOf(seed, list).map(({ entry }) => entry.email))
  const taken = new Set(given.filter((email) => typeof email === 'string').map((email) => email.toLowerCase()))
  const counts = new Map<string, number>()
  return {
    next(stem: string) {
      let count = counts.get(stem) ?? 0
      let email: string
      do {
        count += 1
        email = `${stem}${count === 1 ? '' : `-${count}`}@example.com`
      } while (taken.has(email))
      counts.set(stem, count)
      taken.add(email)
      return email
    },
  }
}

/** The first active owner, or null: a missing owner is reported elsewhere. */
function firstOwner(seed: Record<string, unknown>): unknown {
  const owner = entriesOf(seed, 'users').find(({ entry }) => entry.role === 'owner' && entry.is_active !== false)
  return owner?.entry.user_id ?? null
}

function slug(name: unknown, otherwise: string): string {
  if (typeof name !== 'string') return otherwise
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 40).replace(/-$/, '') || otherwise
}

/**
 * The JSON Schema (draft 2020-12) of seed files, for editors that validate and complete. What a schema can't express,
 * such as which IDs exist, is left to `readSeed`.
 *
 * @example // at the top of a file: # yaml-language-server: $schema=seed.schema.json
 */
export function seedJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(seedSchema, {
    io: 'input',
    override({ jsonSchema, path: [, list = '', items, ...deeper] }) {
      const isEntry = items === 'items' && deeper.length === 0
      const optional = isEntry ? filledIn[list] : list === '' ? filledInAtTop : undefined
      if (optional !== undefined)
        jsonSchema.required = jsonSchema.required?.filter((field) => !optional.includes(field))
    },
  })
}
