import { noticeText, serverTexts } from '../../../protocol/index.js'
import { deleteMessages } from '../messages/deletion.js'
import { storedMessages } from '../messages/messages.js'
import { type Account, conversationKey, type Place, type StoredMessage, topicKey } from '../state.js'
import { host, type World } from '../world.js'
import { botsOf, isBot, rename } from './accounts.js'
import { revokeInvitationsOf } from './invitations.js'

/** What a deactivation deletes first. @see spec 4.7 */
export interface DeactivationActions {
  readonly delete_profile?: boolean | undefined
  readonly delete_public_channel_messages?: boolean | undefined
  readonly delete_private_channel_messages?: boolean | undefined
  readonly delete_direct_messages?: boolean | undefined
}

/** Deactivates an account: its bots go first, and to each of them and then to it the actions are applied. */
export function deactivateAccount(world: World, account: Account, actions: DeactivationActions): void {
  for (const bot of botsOf(world, account)) if (bot.isActive) deactivateOne(world, bot, actions)
  deactivateOne(world, account, actions)
}

function deactivateOne(world: World, account: Account, actions: DeactivationActions): void {
  deleteWhatWasSent(world, account, actions)
  if (actions.delete_profile === true) deleteProfile(world, account)
  account.isActive = false
  account.status = undefined
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, is_active: false } })
  if (isBot(account)) {
    world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: account.id, is_active: false } })
  }
  const channels = [...world.state.channels.values()].filter((channel) => channel.subscribers.includes(account.id))
  revokeInvitationsOf(world, account)
  if (channels.length === 0) return
  world.emit('subscription', 'everyone', {
    op: 'peer_remove',
    stream_ids: channels.map((channel) => channel.id),
    user_ids: [account.id],
  })
}

function deleteWhatWasSent(world: World, account: Account, actions: DeactivationActions): void {
  const isChosen = ({ place }: StoredMessage): boolean | undefined => {
    if (place.kind === 'direct') return actions.delete_direct_messages
    return world.state.channels.get(place.channelId)?.isPrivate === true
      ? actions.delete_private_channel_messages
      : actions.delete_public_channel_messages
  }
  const sent = storedMessages(world.state, world.state.index.bySender.get(account.id) ?? [])
  const byPlace = new Map<string, { place: Place; messages: StoredMessage[] }>()
  for (const message of sent) {
    if (isChosen(message) !== true) continue
    const key = placeKey(message.place)
    const group = byPlace.get(key) ?? { place: message.place, messages: [] }
    group.messages.push(message)
    byPlace.set(key, group)
  }
  for (const { place, messages } of byPlace.values()) deleteMessages(world, place, messages)
}

function placeKey(place: Place): string {
  return place.kind === 'direct' ? conversationKey(place.userIds) : topicKey(place.channelId, place.topic)
}

function deleteProfile(world: World, account: Account): void {
  world.state.accountsByEmail.delete(account.email.toLowerCase())
  rename(world, account, noticeText(serverTexts.deletedUser, { user_id: account.id }))
  account.email = `deleted-user-${account.id}@${host(world)}`
  account.avatar = undefined
  account.avatarVersion += 1
  account.isDeleted = true
  account.profile.clear()
  world.state.accountsByEmail.set(account.email, account)
  const { fullName, avatarVersion } = account
  const person = {
    user_id: account.id,
    full_name: fullName,
    avatar_url: null,
    avatar_version: avatarVersion,
    ...(world.has('deletedUsers') && { is_deleted: true }),
  }
  world.emit('realm_user', 'everyone', { op: 'update', person })
}
