import { Pause, Zap, ZapOff } from 'lucide'
import { hashOf } from '../address.js'
import { holds } from '../deliveries/holds.js'
import { armed, disarm } from '../faults/plan.js'
import { Button, Icon } from '../ui/index.js'
import { CheckpointsPopup } from './CheckpointsPopup.js'
import { LevelPopup } from './LevelPopup.js'
import { PendingPopup } from './PendingPopup.js'
import { counted } from './readout.js'
import { TimeControls } from './TimeControls.js'

/** The bar below every screen: time, pending timers, and anything unusual. */
export function Bar() {
  const dangers = armed.value.length
  return (
    <section class="time-bar" aria-label="Time and state">
      <TimeControls />
      <PendingPopup />
      <span class="bar-rest in-a-row small">
        <CheckpointsPopup />
        <Holding />
        <LevelPopup />
        <a class={`chip ${dangers > 0 ? 'bad faulty' : ''}`} href={hashOf('faults')}>
          <Icon of={Zap} />
          <span class="wordy">{dangers === 0 ? 'no faults' : `${counted(dangers, 'fault')} armed`}</span>
        </a>
        {dangers > 0 && (
          <Button icon={ZapOff} onPress={disarm} title="Removes all faults; can be undone">
            <span class="wordy">Disarm</span>
          </Button>
        )}
      </span>
    </section>
  )
}

/** Shows on every screen that deliveries are held back. */
function Holding() {
  const { value } = holds
  if (value.length === 0) return null
  return (
    <a class="chip warn" href={hashOf('deliveries', { q: 'is:held' })}>
      <Icon of={Pause} />
      <span class="wordy">holding {value.includes('all') ? 'all deliveries' : value.join(', ')}</span>
    </a>
  )
}
