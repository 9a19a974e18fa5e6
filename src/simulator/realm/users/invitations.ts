import { isAdministrator } from '../access/accounts.js'
import type { Account, StoredInvitation } from '../world/state.js'
import { seconds, type World } from '../world/world.js'

export function isOpen(world: World, { isRevoked, expiry_date }: StoredInvitation): boolean {
  return !isRevoked && (expiry_date === null || expiry_date >= seconds(world))
}

/** Notifies administrators and the inviter. */
export function emitInvitesChanged(world: World, invitedBy: number): void {
  const administrators = [...world.state.accounts.values()].filter(isAdministrator).map((account) => account.id)
  world.emit('invites_changed', [...new Set([...administrators, invitedBy])], {})
}

export function revokeInvitationsOf(world: World, account: Account): void {
  const { invitations } = world.state
  const open = [...invitations.values()].filter((one) => one.invited_by_user_id === account.id && isOpen(world, one))
  if (open.length === 0) return
  for (const { id } of open) invitations.delete(id)
  emitInvitesChanged(world, account.id)
}
