import { placeWords } from '../names.js'
import type { Place } from '../place.js'
import type { ChatState } from '../state.js'

/** A place as people call it: `#kitchen › lunch`, `Prospero, Iago`. */
export function placeName(state: ChatState, place: Place): string {
  const { title, topic } = placeWords(state, place)
  return topic === undefined ? title : `${title} › ${topic}`
}
