import { noticeText, serverTexts } from '../../../protocol/index.js'
import { botsOf, isBot } from '../access/accounts.js'
import { withGroupEvents } from '../access/groups.js'
import { byPlace, messagesThat } from '../conversations/messages.js'
import { deleteMessages } from '../messages/deleting.js'
import type { Account, StoredMessage } from '../world/state.js'
import { host, type World } from '../world/world.js'
import { revokeInvitationsOf } from './invitations.js'

export interface DeactivationActions {
  readonly delete_profile?: boolean | undefined
  readonly delete_public_channel_messages?: boolean | undefined
  readonly delete_private_channel_messages?: boolean | undefined
  readonly delete_direct_messages?: boolean | undefined
}

/** Deactivates an account and its bots, the bots first, with the same actions for each. */
export function deactivateAccount(world: World, account: Account, actions: DeactivationActions): void {
  for (const bot of botsOf(world, account)) if (bot.is_active) deactivateOne(world, bot, actions)
  deactivateOne(world, account, actions)
}

function deactivateOne(world: World, account: Account, actions: DeactivationActions): void {
  deleteWhatWasSent(world, account, actions)
  if (actions.delete_profile === true) deleteProfile(world, account)
  withGroupEvents(world, account, () => {
    setActive(world, account, false)
    account.status = undefined
    emitActive(world, 'realm_user', account)
  })
  if (isBot(account)) emitActive(world, 'realm_bot', account)
  revokeInvitationsOf(world, account)
  if (world.has('deactivationRemovesPeers')) emitPeers(world, account, 'peer_remove')
}

/** From now on the account gets copies of messages, or none. */
export function setActive({ state }: World, account: Account, isActive: boolean): void {
  account.is_active = isActive
  for (const channel of state.channels.values()) channel.receiving = undefined
}

/** Emits that an account was deactivated or reactivated; older servers remove it, and add it again. */
export function emitActive(
  world: World,
  type: 'realm_user' | 'realm_bot',
  { id: user_id, full_name, is_active }: Account,
  change: { readonly owner_id?: number } = {},
): void {
  const updates = world.has('deactivationUpdatesUsers')
  const op = updates ? 'update' : is_active ? 'add' : 'remove'
  const changed = updates ? { user_id, is_active, ...change } : { user_id, full_name }
  if (type === 'realm_user') world.emit(type, 'everyone', { op, person: changed })
  else world.emit(type, 'everyone', { op, bot: changed })
}

/** Emits that an account appears in, or disappears from, all of its channels. */
export function emitPeers({ state, emit }: World, { id }: Account, op: 'peer_add' | 'peer_remove'): void {
  const channels = [...state.channels.values()].filter(({ subscribers }) => subscribers.includes(id))
  if (channels.length === 0) return
  emit('subscription', 'everyone', { op, stream_ids: channels.map((channel) => channel.id), user_ids: [id] })
}

function deleteWhatWasSent(world: World, account: Account, actions: DeactivationActions): void {
  const isChosen = ({ place }: StoredMessage): boolean | undefined => {
    if (place.kind === 'direct') return actions.delete_direct_messages
    return world.state.channels.get(place.stream_id)?.invite_only === true
      ? actions.delete_private_channel_messages
      : actions.delete_public_channel_messages
  }
  const chosen = messagesThat(world.state, (message) => message.sender_id === account.id && isChosen(message) === true)
  for (const messages of byPlace(chosen).values()) {
    const [first] = messages
    if (first !== undefined) deleteMessages(world, first.place, messages, account)
  }
}

function deleteProfile(world: World, account: Account): void {
  world.state.accountsByEmail.delete(account.email.toLowerCase())
  account.full_name = noticeText(serverTexts.deletedUser, { user_id: account.id })
  account.email = `deleted-user-${account.id}@${host(world)}`
  account.avatar = undefined
  account.avatar_version += 1
  account.is_deleted = true
  account.profile.clear()
  world.state.accountsByEmail.set(account.email, account)
  const { full_name, avatar_version } = account
  const person = { user_id: account.id, full_name, avatar_url: null, avatar_version }
  const deleted = world.has('deletedUsers') && { is_deleted: true }
  world.emit('realm_user', 'everyone', { op: 'update', person: { ...person, ...deleted } })
}
