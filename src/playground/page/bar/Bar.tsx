import { useEffect } from 'preact/hooks'
import { goTo, hashOf } from '../address.js'
import { useCommands } from '../commands.js'
import { journalAt } from '../connection.js'
import { holds } from '../deliveries/live.js'
import { armed, disarm } from '../faults/plan.js'
import { openPopup } from '../ui/Popup.js'
import { CheckpointsPopup, checkpointsPopup } from './CheckpointsPopup.js'
import { checkpoints, reset, restore } from './checkpoints.js'
import { LevelPopup } from './LevelPopup.js'
import { clock } from './live.js'
import { advance, changeKind, runUntilIdle, step } from './moves.js'
import { PendingPopup, pendingPopup } from './PendingPopup.js'
import { counted } from './readout.js'
import { durationField, TimeControls } from './TimeControls.js'

/** Below every screen: the simulator's time, what waits, and what is out of the ordinary with it. */
export function Bar() {
  useCommands(() => [
    { title: 'Step to what is due next', group: 'Time', run: () => void step() },
    { title: 'Let a minute pass', group: 'Time', run: () => void advance('1m') },
    { title: 'Let an hour pass', group: 'Time', run: () => void advance('1h') },
    { title: 'Let a day pass', group: 'Time', run: () => void advance('1d') },
    { title: 'Let some time pass', group: 'Time', run: () => document.getElementById(durationField)?.focus() },
    { title: 'Run until nobody waits', group: 'Time', run: () => void runUntilIdle() },
    {
      title: 'Freeze time, or let it go',
      group: 'Time',
      run: () => void changeKind(clock.value?.kind === 'frozen' ? 'real' : 'frozen'),
    },
    { title: 'Show what waits for its time', group: 'Time', run: () => openPopup(pendingPopup) },
    { title: 'Checkpoints', group: 'Time', run: () => openPopup(checkpointsPopup) },
    { title: 'Write a fault', group: 'Faults', run: () => goTo('faults', { new: '1' }) },
    { title: 'Take all faults away', group: 'Faults', run: () => void disarm() },
    ...checkpoints.value.map(({ name }) => ({
      title: `Go back to “${name}”`,
      group: 'Time',
      run: () => void restore(name),
    })),
    { title: 'Go back to the start', group: 'Time', run: () => void reset() },
  ])
  const dangers = armed.value.length
  useEffect(() => {
    document.documentElement.toggleAttribute('data-faulty', dangers > 0)
  }, [dangers > 0])
  return (
    <section class="time-bar" aria-label="Time and state">
      <TimeControls />
      <PendingPopup />
      <span class="bar-rest in-a-row">
        <CheckpointsPopup />
        <span class="quiet-text small bar-journal" title="Number of the newest entry of the journal">
          journal {journalAt.value}
        </span>
        <Holding />
        <LevelPopup />
        <a class={`chip ${dangers > 0 ? 'bad' : ''}`} href={hashOf({ screen: 'faults', choices: {} })}>
          {dangers === 0 ? 'no faults' : `${counted(dangers, 'fault')} armed`}
        </a>
        {dangers > 0 && (
          <button
            type="button"
            class="bar-disarm"
            onClick={() => void disarm()}
            title="Takes all faults away; can be undone"
          >
            Disarm
          </button>
        )}
      </span>
    </section>
  )
}

/** Says on every screen that deliveries are held back. */
function Holding() {
  const { value } = holds
  if (value.length === 0) return null
  return (
    <a class="chip warn" href={hashOf({ screen: 'deliveries', choices: { q: 'is:held' } })}>
      holding {value.includes('all') ? 'all deliveries' : value.join(', ')}
    </a>
  )
}
