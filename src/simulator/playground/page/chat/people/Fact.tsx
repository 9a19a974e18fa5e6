import type { ComponentChildren } from 'preact'
import type { Session } from '../session.js'
import type { ChatState } from '../state.js'

/** What a card is made from. */
export interface CardProps {
  readonly session: Session
  readonly state: ChatState
}

/** A line of a card. */
export function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
