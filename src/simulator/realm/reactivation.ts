import { isBot } from './accounts.js'
import type { Account } from './state.js'
import type { World } from './world.js'

/** Brings an account back; a bot whose owner is gone may get another. */
export function reactivateAccount(world: World, account: Account, newOwner: Account | undefined): void {
  account.isActive = true
  if (newOwner !== undefined) account.ownerId = newOwner.id
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, is_active: true } })
  if (isBot(account)) {
    const owner = newOwner && { owner_id: newOwner.id }
    world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: account.id, is_active: true, ...owner } })
  }
  const channels = [...world.state.channels.values()].filter((channel) => channel.subscribers.includes(account.id))
  if (channels.length === 0) return
  world.emit('subscription', 'everyone', {
    op: 'peer_add',
    stream_ids: channels.map((channel) => channel.id),
    user_ids: [account.id],
  })
}
