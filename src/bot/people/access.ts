import type { Client } from '../../client/index.js'
import { type RoleName, roles } from '../../protocol/index.js'
import { asCode } from '../../text/index.js'
import { UserError } from '../base/errors.js'
import type { Sentences } from '../sentences/sentences.js'

/** Permits users with this role or a higher one, or the members of a group. */
export type AccessRule = RoleName | { readonly group: string | number }

/** One rule, or several; matching one is enough. */
export type Access = AccessRule | readonly AccessRule[]

/** Whether a role alone satisfies a rule. `undecided`: members of a group are permitted too. */
export function permits(access: Access, role: RoleName | undefined): 'yes' | 'no' | 'undecided' {
  const rules = rulesOf(access)
  if (role !== undefined && rules.some((rule) => typeof rule === 'string' && roles[role] <= roles[rule])) return 'yes'
  return rules.every((rule) => typeof rule === 'string') ? 'no' : 'undecided'
}

export function accessText(access: Access, sentences: Sentences): string {
  const names = rulesOf(access).map((rule) =>
    typeof rule === 'string' ? sentences[roleSentences[rule]] : sentences.groupMembers(asCode(String(rule.group))),
  )
  return sentences.allOf(names)
}

export const rulesOf = (access: Access): readonly AccessRule[] => (isList(access) ? access : [access])
const isList = (access: Access): access is readonly AccessRule[] => Array.isArray(access)

const roleSentences = {
  owner: 'owners',
  administrator: 'administrators',
  moderator: 'moderators',
  member: 'members',
  guest: 'everybody',
} as const satisfies Record<RoleName, keyof Sentences>

/** The sender's current role, from the server. */
export async function senderRole(client: Client, sender: number, signal: AbortSignal): Promise<RoleName | undefined> {
  const { user } = await client.users.get({ user_id: sender }, { signal })
  if (!user.is_active) return undefined
  return roleNames.find((name) => roles[name] === user.role)
}

export function refuseUnlessAdministrator(role: RoleName | undefined, sentences: Sentences): void {
  if (role === 'owner' || role === 'administrator') return
  throw new UserError(sentences.onlyTheyMay(sentences.administrators))
}

const roleNames = Object.keys(roles) as RoleName[]
