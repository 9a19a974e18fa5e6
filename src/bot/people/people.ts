import { type RoleName, roles } from '../../protocol/index.js'
import { isObject } from '../../values.js'

/**
 * People in the organisation: the members of a group, by name or ID, and of its subgroups; users with a role or a
 * higher one; or users, each by ID or address. Never includes bots.
 */
export type People =
  | { readonly group: string | number }
  | { readonly role: RoleName }
  | { readonly users: readonly (number | string)[] }

/** What is wrong with a value that should name people, and what to do; undefined if it is valid. */
export function problemOf(people: unknown): { readonly problem: string; readonly advice: string } | undefined {
  const [kind, ...more] = isObject(people) ? Object.keys(people) : []
  if (!isObject(people) || kind === undefined || more.length > 0 || !Object.hasOwn(isRight, kind)) {
    return { problem: `is ${JSON.stringify(people)}`, advice: 'Give one of { group }, { role } and { users }' }
  }
  const value = people[kind]
  return isRight[kind as Kind](value)
    ? undefined
    : { problem: `has the ${kind} ${JSON.stringify(value)}`, advice: advice[kind as Kind] }
}

type Kind = 'group' | 'role' | 'users'

const isNamed = (value: unknown) => Number.isSafeInteger(value) || (typeof value === 'string' && value.trim() !== '')

const isRight: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  group: isNamed,
  role: (value) => typeof value === 'string' && Object.hasOwn(roles, value),
  users: (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isNamed) && new Set(value).size === value.length,
}

const advice: Readonly<Record<Kind, string>> = {
  group: 'Give the name of a group, or its ID',
  role: `Give one of ${Object.keys(roles).join(', ')}`,
  users: 'Give at least one, each once, by ID or address',
}
