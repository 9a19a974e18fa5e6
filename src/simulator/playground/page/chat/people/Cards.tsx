import { sessionOf } from '../session.js'
import { ChannelCard } from './ChannelCard.js'
import { PersonCard } from './PersonCard.js'
import { shownCard } from './shown.js'

/** The card that is asked for, of a person or of a channel. */
export function Cards() {
  const card = shownCard.value
  if (card === undefined) return null
  const session = sessionOf(card.asId)
  const state = session.state.value
  if (state === undefined) return null
  const key = `${card.kind} ${card.id} ${card.asId}`
  if (card.kind === 'channel') return <ChannelCard key={key} id={card.id} session={session} state={state} />
  return <PersonCard key={key} id={card.id} session={session} state={state} />
}
