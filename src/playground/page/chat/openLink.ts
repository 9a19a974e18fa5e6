import { signal, untracked } from '@preact/signals'
import { place as address } from '../address.js'
import { activeUserId, openConversation } from './columns.js'
import { placeOfAddress } from './narrowLinks.js'
import { directPlace, type Place, placeText } from './place.js'

/** A message that somebody was led to, until it is in sight. */
export interface Sought {
  readonly userId: number
  readonly place: string
  readonly messageId: number
}

export const sought = signal<Sought | undefined>(undefined)

/** Shows what an address of the organisation's web client leads to, as one of the people. Says whether it leads anywhere. */
export function openLink(userId: number, address: string, { beside = false } = {}): boolean {
  const found = placeOfAddress(address)
  if (found === undefined) return false
  const { messageId } = found
  const place: Place = found.place.kind === 'direct' ? directPlace(found.place.userIds, userId) : found.place
  if (messageId === undefined) openConversation(userId, place, { beside })
  else openMessage(userId, place, messageId, { beside })
  return true
}

/** Shows a conversation at a message. */
export function openMessage(userId: number, place: Place, messageId: number, { beside = false } = {}): void {
  openConversation(userId, place, { beside })
  sought.value = { userId, place: placeText(place), messageId }
}

/** Such an address leads on where the page is opened with it. Is to be run again whenever what it reads changes. */
export function followAddress(): void {
  const userId = activeUserId.value
  const { hash } = location
  if (userId === undefined || !address.value.screen.startsWith('narrow/') || !hash.startsWith('#narrow/')) return
  // The way back must not lead here again.
  history.replaceState(history.state, '', '#/chat')
  untracked(() => openLink(userId, hash))
}
