import { codePoints, limits } from '../../../protocol/index.js'
import { isBot } from '../access/accounts.js'
import { mayAccessUser } from '../access/visibility.js'
import { renderedValue } from '../shapes/user.js'
import { refuse } from '../world/refusal.js'
import type { Account, StoredProfileField } from '../world/state.js'
import type { World } from '../world/world.js'

interface GivenValue {
  readonly id: number
  readonly value: string | readonly number[] | null
}

/** Undefined removes the value. */
interface ProfileChange {
  readonly field: StoredProfileField
  readonly value: string | undefined
}

/** @throws {Refusal} for an unknown field or a bad value */
export function readProfile(world: World, caller: Account, given: readonly GivenValue[]): readonly ProfileChange[] {
  return given.map(({ id, value }) => {
    const field = world.state.profileFields.find((one) => one.id === id) ?? refuse('fieldNotFound', { field_id: id })
    if (value === null || value.length === 0) return { field, value: undefined }
    if (field.type === users) return { field, value: readUsers(world, caller, field, value) }
    if (typeof value !== 'string') return refuse('notAString', { name: field.name })
    checks[field.type]?.(field, value)
    return { field, value }
  })
}

export function changeProfile(world: World, account: Account, changes: readonly ProfileChange[]): void {
  for (const { field, value } of changes) {
    if (account.profile.get(field.id) === value) continue
    if (value === undefined) account.profile.delete(field.id)
    else account.profile.set(field.id, value)
    const custom_profile_field = { id: field.id, value: value ?? null, ...renderedValue(world, field, value) }
    world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, custom_profile_field } })
  }
}
const users = 6

const checks: Readonly<Record<number, (field: StoredProfileField, value: string) => void>> = {
  1: upTo(limits.profileShortText),
  2: upTo(limits.profileLongText),
  3: ({ name, field_data }, value) => {
    const options = JSON.parse(field_data) as object
    if (!Object.hasOwn(options, value)) refuse('profileChoiceUnknown', { value, field_name: name })
  },
  4: ({ name }, value) => {
    const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    if (!isDate) refuse('notADate', { name })
  },
  5: ({ name }, value) => {
    if (!URL.canParse(value)) refuse('notAUrl', { name })
  },
  7: upTo(limits.profileShortText),
  8: upTo(limits.profileShortText),
}

function upTo(limit: number) {
  return ({ name }: StoredProfileField, value: string): void => {
    if (codePoints(value) > limit) refuse('tooLong', { name, limit })
  }
}

function readUsers(world: World, caller: Account, { name }: StoredProfileField, value: string | readonly number[]) {
  if (typeof value === 'string') return refuse('notAList', { name })
  for (const id of value) {
    const account = world.state.accounts.get(id)
    const isPerson = account?.is_active === true && !isBot(account) && mayAccessUser(world, caller, account)
    if (!isPerson) refuse('invalidUserId', { user_id: id })
  }
  return JSON.stringify(value)
}
