import { signal, untracked } from '@preact/signals'
import { place as address } from '../address.js'
import { activeUserId, openConversation } from './conversation.js'
import { placeOfAddress } from './narrowLinks.js'
import { type ChatPlace, directPlace, placeText } from './place.js'

/** The message of a link, until it is in view. */
export const sought = signal<{ userId: number; place: string; messageId: number } | undefined>(undefined)

/** Opens a `#narrow` link as a person. Returns whether it leads anywhere. */
export function openLink(userId: number, address: string): boolean {
  const found = placeOfAddress(address)
  if (found === undefined) return false
  const { messageId } = found
  const place: ChatPlace = found.place.kind === 'direct' ? directPlace(found.place.userIds, userId) : found.place
  if (messageId === undefined) openConversation(userId, place)
  else openMessage(userId, place, messageId)
  return true
}

/** Opens a conversation at a message. */
export function openMessage(userId: number, place: ChatPlace, messageId: number): void {
  openConversation(userId, place)
  sought.value = { userId, place: placeText(place), messageId }
}

/** Follows a `#narrow` link in the page's own address. An effect. */
export function followAddress(): void {
  const userId = activeUserId.value
  const { hash } = location
  if (userId === undefined || !address.value.screen.startsWith('narrow/') || !hash.startsWith('#narrow/')) return
  // Replaced, so that going back doesn't lead here again.
  history.replaceState(history.state, '', '#/chat')
  untracked(() => openLink(userId, hash))
}
