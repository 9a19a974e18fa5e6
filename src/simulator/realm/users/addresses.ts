import { dummyEmail, maySeeAddress } from '../messages/visibility.js'
import type { SeedEmailVisibility } from '../seed/seed.js'
import type { Account } from '../state.js'
import type { World } from '../world.js'

/** How the wire numbers who may see an address. */
export const emailVisibilities: Readonly<Record<SeedEmailVisibility, number>> = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
}

/** Gives an account another address, and tells those who may see it. */
export function changeAddress(world: World, account: Account, email: string): void {
  if (account.email === email) return
  const { accountsByEmail } = world.state
  accountsByEmail.delete(account.email.toLowerCase())
  account.email = email
  accountsByEmail.set(email.toLowerCase(), account)
  tell(world, account, viewersOf(world, account), email)
}

/** Changes who may see an account's address, and tells them and all others. */
export function changeEmailVisibility(world: World, account: Account, visibility: number): void {
  const names = Object.keys(emailVisibilities) as SeedEmailVisibility[]
  account.emailVisibility = names.find((name) => emailVisibilities[name] === visibility) ?? account.emailVisibility
  const viewers = viewersOf(world, account)
  tell(world, account, viewers, account.email)
  const others = [...world.state.accounts.keys()].filter((id) => !viewers.includes(id))
  tell(world, account, others, null)
}

function viewersOf(world: World, account: Account): readonly number[] {
  const viewers = [...world.state.accounts.values()].filter((viewer) => maySeeAddress(viewer, account))
  return viewers.map((viewer) => viewer.id)
}

function tell(world: World, { id }: Account, audience: readonly number[], email: string | null): void {
  const tellOf = (change: Readonly<Record<string, unknown>>) =>
    world.emit('realm_user', audience, { op: 'update', person: { user_id: id, ...change } })
  tellOf({ delivery_email: email })
  tellOf({ new_email: email ?? dummyEmail(world, id) })
}
