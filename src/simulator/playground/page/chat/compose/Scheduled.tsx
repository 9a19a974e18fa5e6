import { Dialog } from '../../ui/Dialog.js'
import { View } from '../../views/View.js'
import type { ChatState } from '../state.js'

/** The messages that somebody has yet to send, and those that could not be sent. */
export function ScheduledMessages({ state, onClose }: { state: ChatState; onClose(): void }) {
  return (
    <Dialog title={`To be sent by ${state.people.get(state.ownId)?.full_name ?? 'this person'}`} onClose={onClose}>
      <View view="toBeSent" as={state.ownId} id="" />
    </Dialog>
  )
}
