import type { Account, StoredInvitation } from '../state.js'
import { seconds, type World } from '../world.js'
import { isAdministrator } from './accounts.js'

/** Whether an invitation can still be accepted. */
export function isOpen(world: World, { by, expires }: StoredInvitation): boolean {
  const isRevoked = by.kind === 'link' && by.isRevoked
  return !isRevoked && (expires === undefined || expires >= seconds(world))
}

/** Tells administrators, and the one who invites, that the list of invitations is another one. */
export function tellOfInvitations(world: World, invitedBy: number): void {
  const administrators = [...world.state.accounts.values()].filter(isAdministrator).map((account) => account.id)
  world.emit('invites_changed', [...new Set([...administrators, invitedBy])], {})
}

/** Takes back what an account that is deactivated has sent. */
export function revokeInvitationsOf(world: World, account: Account): void {
  const { invitations } = world.state
  const open = [...invitations.values()].filter((one) => one.invitedBy === account.id && isOpen(world, one))
  if (open.length === 0) return
  for (const { id } of open) invitations.delete(id)
  tellOfInvitations(world, account.id)
}
