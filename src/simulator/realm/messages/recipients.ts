import { refuse } from '../refusal.js'
import { findByEmail } from '../search/lookup.js'
import type { Account, Channel, DirectPlace, Place } from '../state.js'
import { accountOf, isBot, isGuest } from '../users/accounts.js'
import type { World } from '../world.js'
import { directPlace } from './conversations.js'
import { apiEmail, isSubscribed, mayAccessUser } from './visibility.js'

/** Where a message may go, as a request names it. */
export type Target = number | string | readonly number[] | readonly string[]

/** The channel with this ID or name. @throws {Refusal} when there is none */
export function channelMeant(world: World, target: number | string): Channel {
  if (typeof target === 'number') {
    return world.state.channels.get(target) ?? refuse('channelDoesNotExist', { stream_id: target })
  }
  const name = target.trim()
  if (name === '') refuse('missingChannel')
  return channelNamed(world, name) ?? refuse('channelNameDoesNotExist', { stream: name })
}

/** The channel with this name, whatever its case. */
export function channelNamed(world: World, name: string): Channel | undefined {
  const wanted = name.trim().toLowerCase()
  for (const channel of world.state.channels.values()) if (channel.name.toLowerCase() === wanted) return channel
  return undefined
}

/** The channel by ID or name. @throws {RangeError} when there is none */
export function channelBy(world: World, which: string | number): Channel {
  const { channels } = world.state
  const found = typeof which === 'number' ? channels.get(which) : channelNamed(world, which)
  if (found !== undefined) return found
  const names = [...channels.values()].map((channel) => channel.name).join(', ')
  throw new RangeError(`There is no channel "${which}"; the channels are ${names}.`)
}

/** Whether an account may send to a channel: a bot may also where its owner is subscribed. @throws {Refusal} */
export function checkSending(world: World, sender: Account, channel: Channel): void {
  const owner = isBot(sender) && sender.ownerId !== null ? accountOf(world, sender.ownerId) : undefined
  const inside = isSubscribed(channel, sender) || (owner !== undefined && isSubscribed(channel, owner))
  const open = !channel.isPrivate && !isGuest(sender)
  if (channel.isArchived || !(inside || open)) refuse('notAuthorizedToSend', { name: channel.name })
}

/** The direct conversation of the sender with those whom a request names. @throws {Refusal} */
export function conversationWith(world: World, sender: Account, target: Target): DirectPlace {
  const users = usersMeant(world, sender, target)
  if (users.length === 0) refuse('messageMustHaveRecipients')
  for (const user of users) checkReachable(world, sender, user)
  return directPlace([sender.id, ...users.map((user) => user.id)])
}

/** The users whom a request names, by their IDs or by their addresses. @throws {Refusal} when one of them is nobody */
export function usersMeant(world: World, sender: Account, target: Target): readonly Account[] {
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

/** @throws {Refusal} when an account can't be written to any more */
export function checkReachable(world: World, sender: Account, account: Account): void {
  if (account.isActive) return
  refuse('noLongerUsing', { email: apiEmail(world, sender, account), brand: world.words.brand })
}

/** Whether a place may still be sent to. @throws {Refusal} */
export function checkPlace(world: World, sender: Account, place: Place): void {
  if (place.kind === 'channel') checkSending(world, sender, channelMeant(world, place.channelId))
  else for (const id of place.userIds) checkReachable(world, sender, accountOf(world, id))
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
