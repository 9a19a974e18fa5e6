import { disarm, type PlannedFault, plan, remove } from './plan.js'
import { Sentence } from './Sentence.js'
import { halves } from './wording.js'

/** The plan as sentences, each with how far it has got. */
export function PlanList() {
  const faults = plan.value
  return (
    <section class="fault-plan" aria-label="The plan">
      <header>
        <h2>The plan</h2>
        {faults.length > 0 && (
          <button type="button" onClick={() => void disarm()}>
            Take all away
          </button>
        )}
      </header>
      {faults.length === 0 && <p class="quiet-text">Everything goes well. A fault that is armed shows a red frame.</p>}
      <ol>
        {faults.map((fault) => (
          <Row key={fault.id} fault={fault} />
        ))}
      </ol>
    </section>
  )
}

function Row({ fault }: { fault: PlannedFault }) {
  const isSpent = fault.remaining === 0
  const all = fault.remaining === null ? undefined : fault.fired + fault.remaining
  return (
    <li class={isSpent ? 'spent' : undefined}>
      <span class={`dot ${isSpent ? '' : 'bad'}`} aria-hidden="true" />
      <span class="fault-words">
        <Sentence pieces={halves(fault.sentence)} />
        <span class="small quiet-text">
          {all !== undefined && all > 1 && (
            <meter min={0} max={all} value={fault.fired} aria-hidden="true" title={`${fault.fired} of ${all}`} />
          )}
          {fault.progress}
        </span>
      </span>
      <button
        type="button"
        class="quiet"
        aria-label={`Take away: ${fault.sentence}`}
        onClick={() => void remove(fault)}
      >
        ×
      </button>
    </li>
  )
}
