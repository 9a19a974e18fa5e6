import { goTo } from '../address.js'
import { clock, due } from './live.js'
import { advance, isMoving } from './moves.js'
import { Popup } from './Popup.js'
import { nextStep, type PendingTimer, readout, waitText } from './readout.js'

export const pendingPopup = 'pending-timers'

/** What is due next, and on demand everything that waits, with its cause. */
export function PendingPopup() {
  const { pending, total } = due.value
  const now = clock.value?.time ?? 0
  const next = nextStep(pending)
  return (
    <Popup
      id={pendingPopup}
      title="What waits for its time"
      button={next === undefined ? 'nothing due' : <>next {waitText(next.due - now)}</>}
    >
      {(close) => (
        <>
          {pending.length === 0 && (
            <p class="quiet-text">Nothing. Schedule a message, or let a fault delay something.</p>
          )}
          <ol class="pending">
            {pending.map((timer, index) => (
              <Timer key={`${timer.due} ${timer.says} ${index}`} timer={timer} now={now} onLeave={close} />
            ))}
          </ol>
          {total > pending.length && <p class="small quiet-text">And {total - pending.length} later ones.</p>}
        </>
      )}
    </Popup>
  )
}

function Timer({ timer, now, onLeave }: { timer: PendingTimer; now: number; onLeave(): void }) {
  const { due: at, background, cause, says } = timer
  const { day, time } = readout(at)
  const delivery = cause?.what === 'delivery' || cause?.what === 'deadline' ? cause.id : undefined
  return (
    <li>
      <time dateTime={new Date(at).toISOString()} title={day}>
        <strong>{waitText(at - now)}</strong>
        <span class="small quiet-text">{readout(now).day === day ? time : `${day} ${time}`}</span>
      </time>
      <span class="popup-words">
        {says} {background && <span class="chip">housekeeping</span>}
      </span>
      {typeof delivery === 'number' && (
        <button
          type="button"
          onClick={() => {
            onLeave()
            goTo('deliveries', { d: String(delivery) })
          }}
        >
          Open
        </button>
      )}
      {clock.value?.kind !== 'real' && (
        <button type="button" disabled={isMoving.value} onClick={() => void advance(Math.max(0, at - now))}>
          Go there
        </button>
      )}
    </li>
  )
}
