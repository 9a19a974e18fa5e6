import type { PendingTimer } from '../../../simulator/control/endpoints/time.js'
import { hashOf } from '../address.js'
import { chip } from '../ui/chip.js'
import { Popup } from '../ui/Popup.js'
import { Moment, Press } from '../ui/parts.js'
import { clock, due } from './live.js'
import { advance } from './moves.js'
import { nextStep, waitText } from './readout.js'

/** The next timer, and on demand all pending ones with their causes. */
export function PendingPopup() {
  const { pending, total } = due.value
  const next = nextStep(pending)
  return (
    <Popup
      title="Pending timers"
      button={next === undefined ? 'nothing due' : <>next {waitText(next.due - (clock.value?.time ?? 0))}</>}
    >
      {() => (
        <>
          {total === 0 && <p class="quiet-text">Nothing. Schedule a message, or let a fault delay something.</p>}
          <ol class="lined">
            {pending.map((timer) => (
              <Row key={`${timer.due} ${timer.says}`} timer={timer} />
            ))}
          </ol>
          {total > pending.length && <p class="small quiet-text">And {total - pending.length} later ones.</p>}
        </>
      )}
    </Popup>
  )
}

function Row({ timer: { due: at, background, cause, says } }: { timer: PendingTimer }) {
  const now = clock.value?.time ?? at
  const delivery = cause?.what === 'delivery' || cause?.what === 'deadline' ? cause.id : undefined
  return (
    <li>
      <strong>{waitText(at - now)}</strong>
      <span class="grow">
        {says} {background && chip('housekeeping')}
        <span class="small quiet-text">
          <Moment seconds={at / 1000} />
        </span>
      </span>
      {typeof delivery === 'number' && <a href={hashOf('deliveries', { d: String(delivery) })}>Open</a>}
      {clock.value?.kind !== 'real' && <Press onPress={() => advance(Math.max(0, at - now))}>Go there</Press>}
    </li>
  )
}
