import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { accessUser } from '../../search/lookup.js'
import type { Account } from '../../state.js'
import { accountOf, isBot } from '../../users/accounts.js'
import { setStatus, statusShape } from '../../users/status.js'
import type { World } from '../../world.js'

type Names = 'users.setOwnStatus' | 'users.getStatus' | 'users.reactivate'

export const ownStatusOperations: { readonly [Name in Names]: Operation<Name> } = {
  'users.setOwnStatus': byAccount(({ world, caller, params }) => {
    setStatus(world, caller, {
      text: params.status_text?.trim(),
      emojiName: params.emoji_name,
      emojiCode: params.emoji_code,
      reactionType: params.reaction_type,
    })
    return {}
  }),

  'users.getStatus': byAccount(({ world, caller, params }) => {
    const account = accessUser(world, caller, params.user_id, {
      mayBeBot: true,
      mayBeDeactivated: true,
      toChange: false,
    })
    return { status: statusShape(account.status) }
  }),

  'users.reactivate': byAccount(({ world, caller, params }) => {
    const access = { mayBeBot: true, mayBeDeactivated: true, toChange: true }
    const account = accessUser(world, caller, params.user_id, access)
    if (account.isDeleted) refuse('placeholderAccount')
    if (account.isActive) refuse('userAlreadyActive')
    const owner = account.ownerId === null ? undefined : accountOf(world, account.ownerId)
    reactivateAccount(world, account, owner?.isActive === false ? caller : undefined)
    return {}
  }),
}

/** Brings an account back; a bot whose owner is gone may get another. */
function reactivateAccount(world: World, account: Account, newOwner: Account | undefined): void {
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
