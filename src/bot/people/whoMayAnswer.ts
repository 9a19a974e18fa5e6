import { type Notification, roles, type User } from '../../protocol/index.js'
import { asCode } from '../../text/index.js'
import { silentMention } from '../../text/md/mentions.js'
import { UserError } from '../base/errors.js'
import type { Log } from '../base/log.js'
import type { Sentences } from '../sentences/sentences.js'
import { accessText } from './access.js'
import { membersOf, type UserLookup, userByAddress } from './lookUp.js'
import type { People } from './people.js'

/** Whether a user is one of them; looked up on the server each time. */
export async function isOneOf(people: People, user_id: number, caller: UserLookup): Promise<boolean> {
  const { user } = await caller.client.users.get({ user_id }, { signal: caller.signal })
  return (await meaning(people, caller)).includes(user)
}

export interface Asking {
  readonly people: People
  /** The number of answers needed. */
  readonly needed: number
  /** Whether the sender's answer counts. */
  readonly sender: boolean
}

/**
 * Describes who is asked, for them to read.
 * @throws {UserError} `nobody_to_answer` if a group or user is unknown, or too few people can answer.
 */
export async function whoIsAsked(
  { people, needed, sender }: Asking,
  caller: UserLookup,
  { message }: Notification,
  sentences: Sentences,
  log: Log,
): Promise<string> {
  const { includes, isKnown, ids } = await meaning(people, caller)
  // In a direct conversation only its participants can read the question.
  const here = message.type === 'private' ? new Set(message.display_recipient.map(({ id }) => id)) : undefined
  const members = 'users' in people ? await usersCalled(people.users, caller) : await usersWith(here ?? ids, caller)
  const unknown =
    'users' in people ? people.users.find((one) => !members.some((user) => isCalled(user, one))) : undefined
  const all = members.filter(includes)
  const able = all.filter(({ user_id }) => (sender || user_id !== message.sender_id) && here?.has(user_id) !== false)
  const nobody = (facts: object, text: string) => {
    log.error({ people, needed, ...facts }, 'A question was not asked, since not enough people can answer it')
    return new UserError(text, { code: 'nobody_to_answer' })
  }
  if (!isKnown) throw nobody({}, sentences.nobodyToAsk(peopleText(people, sentences)))
  if (unknown !== undefined) throw nobody({ unknown }, sentences.nobodyToAsk(asCode(String(unknown))))
  if (able.length < needed) {
    throw nobody({ able: able.length }, sentences.tooFewToAsk(peopleText(people, sentences), needed, able.length))
  }
  return 'users' in people ? sentences.allOf(all.map(silentMention)) : peopleText(people, sentences)
}

/** Names users by ID or address only; `whoIsAsked` knows their names. */
export function peopleText(people: People, sentences: Sentences): string {
  if ('users' in people) return sentences.allOf(people.users.map((one) => asCode(String(one))))
  return accessText('role' in people ? people.role : people, sentences)
}

interface Meaning {
  readonly includes: (user: User) => boolean
  /** Who may be included; undefined if that isn't known. */
  readonly ids?: ReadonlySet<number> | undefined
  /** False for a group that doesn't exist or is deactivated. */
  readonly isKnown: boolean
}

async function meaning(people: People, { client, signal }: UserLookup): Promise<Meaning> {
  let ids: ReadonlySet<number> | undefined
  let isMeant = (user: User) => 'users' in people && people.users.some((one) => isCalled(user, one))
  let isKnown = true
  if ('role' in people) isMeant = ({ role }) => role <= roles[people.role]
  if ('group' in people) {
    const { user_groups } = await client.userGroups.list({}, { signal })
    const members = membersOf(people.group, user_groups)
    isKnown = members !== undefined
    ids = members ?? new Set()
    isMeant = ({ user_id }) => members?.has(user_id) === true
  }
  return { includes: (user) => user.is_active && !user.is_bot && isMeant(user), isKnown, ids }
}

/** The users by these names. Unknown ones are left out. */
async function usersCalled(names: readonly (number | string)[], caller: UserLookup): Promise<readonly User[]> {
  const byId = usersWith(new Set(names.filter((name) => typeof name === 'number')), caller)
  const byAddress = names.filter((name) => typeof name === 'string').map((email) => userByAddress(caller, email))
  const found = (await Promise.all([byId, ...byAddress])).flat().filter((user) => user !== undefined)
  return [...new Map(found.map((user) => [user.user_id, user])).values()].sort((a, b) => a.user_id - b.user_id)
}

/** The users with these IDs, and perhaps others: older servers can only list all. */
async function usersWith(
  ids: ReadonlySet<number> | undefined,
  { client, signal }: UserLookup,
): Promise<readonly User[]> {
  if (ids?.size === 0) return []
  const isFew = ids !== undefined && ids.size <= mostIds && (await client.supports('users.list.user_ids'))
  const params = isFew ? { user_ids: [...ids] } : {}
  return (await client.users.list(params, { signal })).members
}

/** More make an address that is too long for some servers. */
const mostIds = 500

function isCalled({ user_id, email, delivery_email }: User, name: number | string): boolean {
  if (typeof name === 'number') return user_id === name
  const address = name.toLowerCase()
  return email.toLowerCase() === address || delivery_email?.toLowerCase() === address
}
