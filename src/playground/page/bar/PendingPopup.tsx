import { SkipForward, Timer } from 'lucide'
import type { PendingTimer } from '../../../simulator/control/endpoints/time.js'
import { hashOf } from '../address.js'
import { IconButton, Popup, TimeText } from '../ui/index.js'
import { clock, pendingTimers } from './clockState.js'
import { advance } from './moves.js'
import { nextStep, waitText } from './readout.js'

/** The next timer, and on demand all pending ones with their causes. */
export function PendingPopup() {
  const { pending, total } = pendingTimers.value
  const next = nextStep(pending)
  const [chores, others] = [pending.filter(({ background }) => background), pending.filter((one) => !one.background)]
  return (
    <Popup
      title="Pending timers"
      icon={Timer}
      button={
        next === undefined ? (
          <span class="wordy">Nothing due</span>
        ) : (
          <>
            <span class="wordy">Next timer </span>
            {waitText(next.due - (clock.value?.time ?? 0))}
          </>
        )
      }
    >
      {() => (
        <>
          {others.length === 0 && (
            <p class="quiet-text">Nothing. Schedule a message, or let a fault delay something.</p>
          )}
          <Timers of={others} />
          {chores.length > 0 && (
            <details open={others.length === 0}>
              <summary>Housekeeping: {chores.length}</summary>
              <Timers of={chores} />
            </details>
          )}
          {total > pending.length && <p class="small quiet-text">And {total - pending.length} later ones.</p>}
        </>
      )}
    </Popup>
  )
}

function Timers({ of }: { of: readonly PendingTimer[] }) {
  return (
    <ol class="timers small">
      {of.map((timer) => (
        <Row key={`${timer.due} ${timer.says}`} timer={timer} />
      ))}
    </ol>
  )
}

function Row({ timer: { due: at, cause, says } }: { timer: PendingTimer }) {
  const now = clock.value?.time ?? at
  const delivery = cause?.what === 'delivery' || cause?.what === 'deadline' ? cause.id : undefined
  return (
    <li>
      <strong>{waitText(at - now)}</strong>
      <span>
        {typeof delivery === 'number' ? <a href={hashOf('deliveries', { d: String(delivery) })}>{says}</a> : says}
      </span>
      <span class="figure quiet-text">
        <TimeText seconds={at / 1000} />
      </span>
      {clock.value?.kind !== 'real' && (
        <IconButton label="Go there" icon={SkipForward} onPress={() => advance(Math.max(0, at - now))} />
      )}
    </li>
  )
}
