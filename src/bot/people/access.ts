import type { Client } from '../../client/index.js'
import { type RoleName, roles, type UserGroup } from '../../protocol/index.js'
import { asCode } from '../../text/index.js'
import { groupCalled } from '../arguments/named.js'
import { BotSetupError, UserError } from '../base/errors.js'
import type { Context, Layer, Middleware } from '../context/context.js'
import { sentencesOf } from '../conversation/runContext.js'
import { named } from '../middleware/named.js'
import type { Sentences } from '../sentences/sentences.js'

/** Permits users with this role or a higher one, or the members of a group. */
export type AccessRule = RoleName | { readonly group: string | number }

/** One rule, or several; matching one is enough. */
export type Access = AccessRule | readonly AccessRule[]

function checkAccess(access: Access): void {
  const rules = rulesOf(access)
  const wrong = rules.find((rule) => (typeof rule === 'string' ? !Object.hasOwn(roles, rule) : !rule?.group))
  if (rules.length > 0 && wrong === undefined) return
  throw new BotSetupError(
    'invalid_access',
    `${JSON.stringify(access)} isn't a valid access rule. Give a role (${Object.keys(roles).join(', ')}), { group: 'its name' }, or a list of these.`,
  )
}

/**
 * Asks the server whether the sender is permitted now.
 * @throws {UserError} if not; the text tells the sender who is permitted.
 */
async function requireAccess(access: Access, ctx: Context): Promise<void> {
  const rules = rulesOf(access)
  const named = rules.filter((rule) => typeof rule === 'string')
  const groups = rules.filter((rule) => typeof rule !== 'string')
  if (named.length > 0) {
    const role = await ctx.senderRole()
    if (role !== undefined && named.some((needed) => roles[role] <= roles[needed])) return
  }
  if (groups.length > 0 && (await isInOne(groups, ctx))) return
  const sentences = sentencesOf(ctx)
  throw new UserError(sentences.onlyTheyMay(accessText(access, sentences)))
}

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

const rulesOf = (access: Access): readonly AccessRule[] => (isList(access) ? access : [access])
const isList = (access: Access): access is readonly AccessRule[] => Array.isArray(access)

const roleSentences = {
  owner: 'owners',
  administrator: 'administrators',
  moderator: 'moderators',
  member: 'members',
  guest: 'everybody',
} as const satisfies Record<RoleName, keyof Sentences>

async function isInOne(rules: readonly { readonly group: string | number }[], ctx: Context): Promise<boolean> {
  const { user_groups } = await ctx.client.userGroups.list({}, { signal: ctx.signal })
  for (const { group } of rules) {
    const members = membersOf(group, user_groups)
    if (members?.has(ctx.sender.id)) return true
    if (!members) ctx.log.warn({ group }, 'No active group has this name, so it gives nobody access')
  }
  return false
}

/** IDs of all members of a group, by its name or ID, including members of its subgroups; undefined if no active group matches. */
export function membersOf(which: string | number, groups: readonly UserGroup[]): ReadonlySet<number> | undefined {
  const group =
    typeof which === 'string'
      ? groupCalled(groups, which)
      : groups.find(({ id, deactivated }) => id === which && deactivated !== true)
  if (!group) return undefined
  const byId = new Map(groups.map((one) => [one.id, one]))
  const all = new Set([group.id])
  for (const id of all) for (const sub of byId.get(id)?.direct_subgroup_ids ?? []) all.add(sub)
  return new Set([...all].flatMap((id) => byId.get(id)?.members ?? []))
}

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

/**
 * Lets only permitted senders through, and tells others who is permitted. Roles and groups are looked up for each
 * message. For a single command, use its option `access`, which `help` shows.
 *
 * @throws {BotSetupError} for anything but a role, a group, or a list of these.
 * @example
 * const admin = new Composer({ prefix: 'admin' }).use(access(['administrator', { group: 'bakers' }]))
 */
export const access = (rule: Access): Middleware => accessLayer(rule)

export function accessLayer(rule: Access): Layer {
  checkAccess(rule)
  return named('access', async (ctx, next) => {
    await requireAccess(rule, ctx)
    await next()
  })
}
