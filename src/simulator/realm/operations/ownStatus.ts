import { accountOf } from '../accounts.js'
import { accessUser } from '../lookup.js'
import { byAccount, type Operation } from '../operation.js'
import { reactivateAccount } from '../reactivation.js'
import { refuse } from '../refusal.js'
import { setStatus, statusShape } from '../status.js'

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
