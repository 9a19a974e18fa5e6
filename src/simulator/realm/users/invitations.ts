import { isAdministrator } from '../access/accounts.js'
import type { Account, StoredInvitation } from '../world/state.js'
import { seconds, type World } from '../world/world.js'

export function isOpen(world: World, { by, expires }: StoredInvitation): boolean {
  const isRevoked = by.kind === 'link' && by.isRevoked
  return !isRevoked && (expires === undefined || expires >= seconds(world))
}

/** Notifies administrators and the inviter. */
export function emitInvitesChanged(world: World, invitedBy: number): void {
  const administrators = [...world.state.accounts.values()].filter(isAdministrator).map((account) => account.id)
  world.emit('invites_changed', [...new Set([...administrators, invitedBy])], {})
}

export function revokeInvitationsOf(world: World, account: Account): void {
  const { invitations } = world.state
  const open = [...invitations.values()].filter((one) => one.invitedBy === account.id && isOpen(world, one))
  if (open.length === 0) return
  for (const { id } of open) invitations.delete(id)
  emitInvitesChanged(world, account.id)
}
