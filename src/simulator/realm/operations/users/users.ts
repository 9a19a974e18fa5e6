import { codePoints, limits } from '../../../../protocol/index.js'
import { markRead } from '../../messages/flags.js'
import { storedMessages } from '../../messages/messages.js'
import { mayAccessUser } from '../../messages/visibility.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { accessUser, findByEmail } from '../../search/lookup.js'
import { userShape } from '../../shapes/user.js'
import type { Account } from '../../state.js'
import { isBot, isOnlyOwner, isOwner } from '../../users/accounts.js'
import { type DeactivationActions, deactivateAccount } from '../../users/deactivation.js'
import { setStatus } from '../../users/status.js'
import { seconds, type World } from '../../world.js'

type Names =
  | 'users.getByEmail'
  | 'users.get'
  | 'users.me'
  | 'users.list'
  | 'users.setStatus'
  | 'users.deactivate'
  | 'users.mute'
  | 'users.unmute'

export const userOperations: { readonly [Name in Names]: Operation<Name> } = {
  'users.getByEmail': byAccount(({ world, caller, params }) => {
    const account = findByEmail(world, caller, params.email)
    if (account === undefined || !mayAccessUser(world, caller, account)) refuse('noSuchUser')
    return { user: userShape(world, caller, account, presentation(params)) }
  }),

  'users.get': byAccount(({ world, caller, params }) => {
    const access = { mayBeBot: true, mayBeDeactivated: true, toChange: false }
    const account = accessUser(world, caller, params.user_id, access)
    return { user: userShape(world, caller, account, presentation(params)) }
  }),

  'users.me': byAccount(({ world, caller }) => ({
    ...userShape(world, caller, caller, { clientGravatar: false, withProfile: true }),
    max_message_id: world.state.index.all.last ?? -1,
  })),

  'users.list': byAccount(({ world, caller, params }) => ({
    members: [...world.state.accounts.values()]
      .filter((account) => !account.isSystem && mayAccessUser(world, caller, account))
      .sort((one, other) => one.id - other.id)
      .map((account) => userShape(world, caller, account, presentation(params))),
  })),

  'users.setStatus': byAccount(({ world, caller, params }) => {
    if (isBot(caller) && !world.has('statusForBots')) refuse('notForBots')
    const access = { mayBeBot: false, mayBeDeactivated: false, toChange: true }
    const account = accessUser(world, caller, params.user_id, access)
    setStatus(world, account, {
      text: params.status_text?.trim(),
      emojiName: params.emoji_name,
      emojiCode: params.emoji_code,
      reactionType: params.reaction_type,
    })
    return {}
  }),

  'users.deactivate': byAccount(({ world, caller, params }) => {
    checkComment(params.deactivation_notification_comment)
    const access = { mayBeBot: false, mayBeDeactivated: false, toChange: true }
    const account = accessUser(world, caller, params.user_id, access)
    if (isOwner(account)) {
      // A real server checks the caller first; the spec keeps the only owner whichever administrator asks.
      if (isOnlyOwner(world, account)) refuse('onlyOwner')
      if (!isOwner(caller)) refuse('mustBeOwner')
    }
    const actions = world.has('deactivationActions') ? params.actions : undefined
    const comment = params.deactivation_notification_comment
    if (comment !== undefined) world.state.mails.push({ to: account.email, sent: seconds(world), comment })
    deactivateAccount(world, account, (actions ?? {}) as DeactivationActions)
    return {}
  }),

  'users.mute': byAccount(({ world, caller, params }) => {
    const target = muteTarget(world, caller, params.muted_user_id)
    if (caller.muted.has(target.id)) refuse('userAlreadyMuted')
    caller.muted.set(target.id, seconds(world))
    target.mutedBy.add(caller.id)
    tellOfMutes(world, caller)
    markRead(world, caller, storedMessages(world.state, world.state.index.bySender.get(target.id) ?? []))
    return {}
  }),

  'users.unmute': byAccount(({ world, caller, params }) => {
    const target = world.state.accounts.get(params.muted_user_id) ?? refuse('noSuchUser')
    if (!caller.muted.delete(target.id)) refuse('userNotMuted')
    target.mutedBy.delete(caller.id)
    tellOfMutes(world, caller)
    return {}
  }),
}

function presentation(params: { readonly client_gravatar: boolean; readonly include_custom_profile_fields: boolean }) {
  return { clientGravatar: params.client_gravatar, withProfile: params.include_custom_profile_fields }
}

function checkComment(comment: string | undefined): void {
  const limit = limits.deactivationComment
  if (comment === undefined || codePoints(comment) <= limit) return
  refuse('tooLong', { name: 'deactivation_notification_comment', limit })
}

/** Everybody may be muted but oneself, and on older servers bots. @see spec 4.12 */
function muteTarget(world: World, caller: Account, id: number): Account {
  if (id === caller.id) refuse('cannotMuteSelf')
  const target = world.state.accounts.get(id)
  if (target === undefined || !mayAccessUser(world, caller, target)) refuse('noSuchUser')
  if (isBot(target) && !world.has('muteBots')) refuse('noSuchUser')
  return target
}

function tellOfMutes(world: World, caller: Account): void {
  const muted = [...caller.muted].map(([id, timestamp]) => ({ id, timestamp }))
  world.emit('muted_users', [caller.id], { muted_users: muted })
}
