import { View } from '../views/View.js'
import { clock, due } from './live.js'
import { Popup } from './Popup.js'
import { nextStep, waitText } from './readout.js'

export const pendingPopup = 'pending-timers'

/** What is due next, and on demand everything that waits, with its cause. */
export function PendingPopup() {
  const next = nextStep(due.value.pending)
  return (
    <Popup
      id={pendingPopup}
      title="What waits for its time"
      button={next === undefined ? 'nothing due' : <>next {waitText(next.due - (clock.value?.time ?? 0))}</>}
    >
      {() => <View view="pending" id="" />}
    </Popup>
  )
}
