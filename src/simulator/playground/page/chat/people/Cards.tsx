import { Dialog } from '../../ui/Dialog.js'
import { View } from '../../views/View.js'
import { sessionOf } from '../session.js'
import { closeCard, shownCard } from './shown.js'

/** The card that is asked for, of a person or of a channel. */
export function Cards() {
  const card = shownCard.value
  const state = card && sessionOf(card.asId).state.value
  if (card === undefined || state === undefined) return null
  const { kind, id, asId } = card
  const channel = state.channels.get(id)
  const title =
    kind === 'person'
      ? (state.people.get(id)?.full_name ?? 'Nobody')
      : channel === undefined
        ? 'No channel'
        : `#${channel.name}`
  return (
    <Dialog key={`${kind} ${id} ${asId}`} title={title} onClose={closeCard}>
      <View view={kind} as={asId} id={String(id)} />
    </Dialog>
  )
}
