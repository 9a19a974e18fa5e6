import { roles } from '../../protocol/index.js'
import { BotSetupError, UserError } from '../base/errors.js'
import type { Context, Layer, Middleware } from '../context/context.js'
import { sentencesOf } from '../conversation/deliveryContext.js'
import { type Access, accessText, rulesOf } from '../people/access.js'
import { membersOf } from '../people/lookUp.js'
import { named } from './named.js'

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

async function isInOne(rules: readonly { readonly group: string | number }[], ctx: Context): Promise<boolean> {
  const { user_groups } = await ctx.client.userGroups.list({}, { signal: ctx.signal })
  for (const { group } of rules) {
    const members = membersOf(group, user_groups)
    if (members?.has(ctx.sender.id)) return true
    if (!members) ctx.log.warn({ group }, 'No active group has this name, so it gives nobody access')
  }
  return false
}
