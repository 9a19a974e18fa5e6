import { FastForward } from 'lucide'
import type { ClockKind } from '../../../simulator/time/simulatorClock.js'
import { room } from '../room.js'
import { Button, LineForm, Popup, Select } from '../ui/index.js'
import { clock } from './clockState.js'
import { advance, changeKind, isMoving, runUntilIdle, step } from './moves.js'
import { readout } from './readout.js'

/** The time, the kind of clock, and its controls. */
export function TimeControls() {
  const { value } = clock
  if (value === undefined) return <span class="quiet-text">reading the clock …</span>
  const { day, time } = readout(value.time)
  return (
    <>
      <time class="figure" dateTime={new Date(value.time).toISOString()}>
        <span class="quiet-text bar-day">{day}</span> <strong>{time}</strong>
      </time>
      <Select
        aria-label="Clock"
        class="quiet"
        options={kinds}
        chosen={value.kind}
        onChoose={(kind) => changeKind(kind as ClockKind)}
      />
      {value.kind !== 'real' &&
        (room.value === 'narrow' ? (
          <Popup title="Let time pass" icon={FastForward} button={<span class="unseen">Let time pass</span>}>
            {() => <Moves />}
          </Popup>
        ) : (
          <Moves />
        ))}
    </>
  )
}

const kinds = [
  ['real', 'real time'],
  ['frozen', 'frozen'],
  ['jump', 'jumps'],
] as const

function Moves() {
  const disabled = isMoving.value
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line of others.
    <span class="bar-moves in-a-row small" role="group" aria-label="Let time pass">
      {(['1m', '1h', '1d'] as const).map((by) => (
        <Button key={by} says={`+${by}`} disabled={disabled} onPress={() => advance(by)} />
      ))}
      <LineForm
        label="Let time pass"
        placeholder="90s, 3h"
        title="Milliseconds, or a duration such as 90s, 3h or 1d 12h; then Enter"
        onLine={(by) => by !== '' && advance(by)}
      />
      <Button says="Step" disabled={disabled} onPress={step} title="Go to the next timer" />
      <Button says={disabled ? 'Moving …' : 'Until idle'} onPress={runUntilIdle} title="Run until nothing is pending" />
    </span>
  )
}
