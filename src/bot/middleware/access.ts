import { type Access, checkAccess, requireAccess } from '../access.js'
import type { Layer } from '../compose.js'
import type { Middleware } from '../context.js'

/**
 * Lets only those through who may, by a role or a group that is looked up for each message; the others read who may.
 * For a single command, its `access` does the same, and `help` tells of it.
 *
 * @throws {BotSetupError} for what is no role, group, or list of these.
 * @example
 * const admin = new Commands({ prefix: 'admin' }).use(access(['administrator', { group: 'bakers' }]))
 */
export const access = (rule: Access): Middleware => accessLayer(rule)

export function accessLayer(rule: Access): Layer {
  checkAccess(rule)
  return async (ctx, next) => {
    await requireAccess(rule, ctx)
    await next()
  }
}
