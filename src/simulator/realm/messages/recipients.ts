import { accountOf, isBot, isGuest } from '../access/accounts.js'
import { isNamedBy } from '../access/groups.js'
import { findByEmail } from '../access/lookup.js'
import { apiEmail, isSubscribed, mayAccessUser } from '../access/visibility.js'
import { directPlace } from '../conversations/messages.js'
import { escapeHtml } from '../markdown/element.js'
import { settingOfChannel } from '../shapes/channel.js'
import { refuse } from '../world/refusal.js'
import type { Account, DirectPlace, Place, StoredChannel } from '../world/state.js'
import type { World } from '../world/world.js'
import { checkDirectMessage } from './permissions.js'

/** The recipients of a message, as given in a request. */
export type RequestedRecipients = number | string | readonly number[] | readonly string[]

/** @throws {Refusal} if there is no channel with this ID or name */
export function requestedChannel(world: World, target: number | string): StoredChannel {
  if (typeof target === 'number') {
    return world.state.channels.get(target) ?? refuse('channelDoesNotExist', { stream_id: target })
  }
  const name = target.trim()
  // The server escapes the name for web pages, even here.
  return channelNamed(world, name) ?? refuse('channelNameDoesNotExist', { stream: escapeHtml(name) })
}

/** By name, ignoring case. */
export function channelNamed(world: World, name: string): StoredChannel | undefined {
  const wanted = name.trim().toLowerCase()
  for (const channel of world.state.channels.values()) if (channel.name.toLowerCase() === wanted) return channel
  return undefined
}

/** @throws {RangeError} if there is no channel with this ID or name */
export function channelBy(world: World, which: string | number): StoredChannel {
  const { channels } = world.state
  const found = typeof which === 'number' ? channels.get(which) : channelNamed(world, which)
  if (found !== undefined) return found
  const names = [...channels.values()].map((channel) => channel.name).join(', ')
  throw new RangeError(`There is no channel "${which}"; the channels are ${names}.`)
}

/** Bots may also send where their owner may post and is subscribed. @throws {Refusal} */
export function checkSending(world: World, sender: Account, channel: StoredChannel): void {
  const owner = isBot(sender) && sender.owner_id !== null ? accountOf(world, sender.owner_id) : undefined
  const posters = owner === undefined ? [sender] : [sender, owner]
  if (!posters.some((poster) => mayPost(world, poster, channel))) refuse('notAllowedToPost')
  const inside = isSubscribed(channel, sender) || (owner !== undefined && isSubscribed(channel, owner))
  const open = !channel.invite_only && !isGuest(sender)
  if (channel.is_archived || !(inside || open)) refuse('notAuthorizedToSend', { name: channel.name })
}

/** Whether an account has the channel's permission to post; it must see the channel too. */
export function mayPost(world: World, account: Account, channel: StoredChannel): boolean {
  if (!world.has('postingGroups')) return true
  return isNamedBy(world, settingOfChannel(world, channel, 'can_send_message_group'), account)
}

/** @throws {Refusal} if a recipient doesn't exist or can't be reached */
export function conversationWith(world: World, sender: Account, target: RequestedRecipients): DirectPlace {
  return conversationOf(world, sender, usersNamed(world, sender, target))
}

/** @throws {Refusal} if there is no recipient, or one can't be reached */
export function conversationOf(world: World, sender: Account, users: readonly Account[]): DirectPlace {
  if (users.length === 0) refuse('messageMustHaveRecipients')
  for (const user of users) checkReachable(world, sender, user)
  return directPlace([sender.id, ...users.map((user) => user.id)])
}

/** The users that a request names by ID or address. @throws {Refusal} if one of them doesn't exist */
export function usersNamed(world: World, sender: Account, target: RequestedRecipients): readonly Account[] {
  if (typeof target === 'number') refuse('invalidDataTypeForRecipients')
  const named: readonly (number | string)[] = typeof target === 'string' ? target.split(',') : target
  const ids = named.filter((one) => typeof one === 'number')
  const emails = named.filter((one) => typeof one === 'string')
  if (ids.length > 0 && emails.length > 0) refuse('idsOrEmails')
  return [
    ...ids.map((id) => userWithId(world, sender, id)),
    ...emails
      .map((email) => email.trim())
      .flatMap((email) => (email === '' ? [] : userWithEmail(world, sender, email))),
  ]
}

/** @throws {Refusal} if an account is deactivated */
export function checkReachable(world: World, sender: Account, account: Account): void {
  if (account.is_active) return
  refuse('noLongerUsing', { email: apiEmail(world, sender, account), brand: world.words.brand })
}

/** @throws {Refusal} if a place can't be sent to any more */
export function checkPlace(world: World, sender: Account, place: Place): void {
  if (place.kind === 'channel') {
    checkSending(world, sender, requestedChannel(world, place.stream_id))
    if (place.topic === '' && world.assumptions.topicsRequired) refuse('topicsRequired')
    return
  }
  for (const id of place.user_ids) checkReachable(world, sender, accountOf(world, id))
  checkDirectMessage(world, sender, directPlace([sender.id, ...place.user_ids]))
}

function userWithId(world: World, sender: Account, id: number): Account {
  const account = world.state.accounts.get(id)
  if (account === undefined || !mayAccessUser(world, sender, account)) refuse('invalidUserId', { user_id: id })
  return account
}

function userWithEmail(world: World, sender: Account, email: string): Account {
  const account = findByEmail(world, sender, email)
  if (account === undefined || !mayAccessUser(world, sender, account)) refuse('invalidEmail', { email })
  return account
}
