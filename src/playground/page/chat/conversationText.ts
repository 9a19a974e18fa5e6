import { type ChatPlace, placeText, readPlace } from './place.js'

/** A conversation, as one person sees it. */
export interface ViewedConversation {
  readonly userId: number
  readonly place: ChatPlace
}

/** A conversation in the page's address: `7:channel/3/lunch`. */
export const conversationText = ({ userId, place }: ViewedConversation) => `${userId}:${placeText(place)}`

export function readConversation(text: string): ViewedConversation | undefined {
  const [, userId, where] = /^(\d+):(.*)$/s.exec(text) ?? []
  const place = where === undefined ? undefined : readPlace(where)
  return place === undefined ? undefined : { userId: Number(userId), place }
}
