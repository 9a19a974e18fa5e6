import type { Session } from '../session.js'
import type { ChatState } from '../state.js'

/** What a card is made from. */
export interface CardProps {
  readonly session: Session
  readonly state: ChatState
}

/** What a card says where there is nothing to tell. */
export const none = (word = 'none') => <span class="quiet-text">{word}</span>
