import { useEffect } from 'preact/hooks'
import { goTo, hashOf } from '../address.js'
import { useCommands } from '../commands.js'
import { arm, armed, disarm, presets, watchFaults } from '../faults/plan.js'
import { useShortcuts } from '../shortcuts.js'
import { CheckpointsPopup, checkpointsPopup } from './CheckpointsPopup.js'
import { checkpoints, refreshCheckpoints, reset, restore } from './checkpoints.js'
import { clock, journalAt, level, watchTime } from './live.js'
import { advance, changeKind, runUntilIdle, step } from './moves.js'
import { PendingPopup, pendingPopup } from './PendingPopup.js'
import { openPopup } from './Popup.js'
import { counted } from './readout.js'
import { durationField, TimeControls } from './TimeControls.js'

/** Below every screen: the simulator's time, what waits, and what is out of the ordinary with it. */
export function Bar() {
  useEffect(watchTime, [])
  useEffect(watchFaults, [])
  useEffect(() => void refreshCheckpoints(), [])
  useShortcuts([
    { key: '.', says: 'Step to what is due next', group: 'Time', run: () => void step() },
    { key: 'a m', says: 'Let a minute pass', group: 'Time', run: () => void advance('1m') },
    { key: 'a h', says: 'Let an hour pass', group: 'Time', run: () => void advance('1h') },
    { key: 'a d', says: 'Let a day pass', group: 'Time', run: () => void advance('1d') },
    {
      key: 'a t',
      says: 'Let some time pass',
      group: 'Time',
      run: () => document.getElementById(durationField)?.focus(),
    },
    { key: 'a i', says: 'Run until nobody waits', group: 'Time', run: () => void runUntilIdle() },
    {
      key: 'a f',
      says: 'Freeze time, or let it go',
      group: 'Time',
      run: () => void changeKind(clock.value?.kind === 'frozen' ? 'real' : 'frozen'),
    },
    { key: 'a p', says: 'Show what waits for its time', group: 'Time', run: () => openPopup(pendingPopup) },
    { key: 'a c', says: 'Checkpoints', group: 'Time', run: () => openPopup(checkpointsPopup) },
    { key: 'f n', says: 'Write a fault', group: 'Faults', run: () => goTo('faults', { new: '1' }) },
    { key: 'f x', says: 'Take all faults away', group: 'Faults', run: () => void disarm() },
  ])
  useCommands(() => [
    ...checkpoints.value.map(({ name }) => ({
      title: `Go back to “${name}”`,
      group: 'Time',
      run: () => void restore(name),
    })),
    { title: 'Go back to the start', group: 'Time', run: () => void reset() },
    ...presets.value.map(({ title, sentence }) => ({
      title: `${title}: ${sentence}`,
      group: 'Faults',
      run: () => void arm(sentence),
    })),
  ])
  const dangers = armed.value.length
  useEffect(() => {
    document.documentElement.toggleAttribute('data-faulty', dangers > 0)
  }, [dangers > 0])
  return (
    <section class="time-bar" aria-label="Time and state">
      <TimeControls />
      <PendingPopup />
      <span class="bar-rest">
        <CheckpointsPopup />
        <span class="quiet-text small bar-journal" title="Number of the newest entry of the journal">
          journal {journalAt.value}
        </span>
        <a class="chip" href={hashOf({ screen: 'versions', choices: {} })}>
          level {level.value ?? '…'}
        </a>
        <a class={`chip ${dangers > 0 ? 'bad' : ''}`} href={hashOf({ screen: 'faults', choices: {} })}>
          {dangers === 0 ? 'no faults' : `${counted(dangers, 'fault')} armed`}
        </a>
        {dangers > 0 && (
          <button
            type="button"
            class="bar-disarm"
            onClick={() => void disarm()}
            title="Takes all faults away (f x); can be undone"
          >
            Disarm
          </button>
        )}
      </span>
    </section>
  )
}
