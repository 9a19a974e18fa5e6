import type { Client } from '../client/index.js'
import { type Message, type RoleName, roles } from '../protocol/index.js'
import { UserError } from './errors.js'

/** The sender's role as the server knows it now. */
export async function senderRole(
  client: Client,
  { sender_id }: Message,
  signal: AbortSignal,
): Promise<RoleName | undefined> {
  const { user } = await client.users.get({ user_id: sender_id }, { signal })
  if (!user.is_active) return undefined
  return roleNames.find((name) => roles[name] === user.role)
}

export function refuseUnlessAdministrator(role: RoleName | undefined): void {
  if (role === 'owner' || role === 'administrator') return
  throw new UserError('Only organization administrators may do this.')
}

const roleNames = Object.keys(roles) as RoleName[]
