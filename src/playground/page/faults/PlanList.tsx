import { X } from 'lucide'
import type { ListedFault } from '../../../simulator/control/endpoints/faults.js'
import type { AppliedFaults } from '../../../simulator/faults/faults.js'
import { hashOf } from '../address.js'
import { useLive } from '../liveAnswers.js'
import { control } from '../simulator.js'
import { Button, IconButton, TimeText } from '../ui/index.js'
import { disarm, plan, remove } from './plan.js'

/** The armed faults as sentences, each with its progress. */
export function FaultPlan() {
  const faults = plan.value
  return (
    <section class="stack" aria-label="The plan">
      <header class="in-a-row ends">
        <h2>The plan</h2>
        {faults.length > 0 && <Button says="Remove all" onPress={disarm} />}
      </header>
      {faults.length === 0 && <p class="quiet-text">Nothing is armed. While a fault is, the page has a red frame.</p>}
      <ol class="lined">
        {faults.map((fault) => (
          <Row key={fault.id} fault={fault} />
        ))}
      </ol>
    </section>
  )
}

function Row({ fault }: { fault: ListedFault }) {
  const { sentence, remaining, progress } = fault
  return (
    <li class={remaining === 0 ? 'quiet-text' : ''}>
      <span class="grow">
        {sentence}
        <span class="small quiet-text">{progress}</span>
      </span>
      <IconButton label={`Remove: ${sentence}`} icon={X} onPress={() => remove(fault)} />
    </li>
  )
}

/** How many are shown at most. */
const most = 500

/** What the faults affected, newest first, with links to the delivery or the calls. */
export function Affected() {
  const live = useLive(
    async () => (await control<{ applied: readonly AppliedFaults[] }>('GET', '/faults/applied')).applied,
    /^(fault|call|delivery)/,
    [],
  )
  const all = live?.value ?? []
  return (
    <section class="stack" aria-label="Affected by faults">
      <h2>Affected by faults</h2>
      {all.length === 0 && <p class="quiet-text">No calls or deliveries yet.</p>}
      <ul>
        {all
          .slice(-most)
          .toReversed()
          .map((one, index) => (
            <li key={all.length - index}>
              <TimeText seconds={one.at / 1000} shows="time" />{' '}
              {one.on === 'deliveries' ? (
                <a href={hashOf('deliveries', { d: String(one.delivery) })}>Delivery {one.delivery}</a>
              ) : (
                <a href={hashOf('calls', { q: `endpoint:${one.endpoint} is:faulted` })}>{one.endpoint}</a>
              )}{' '}
              <span class="small quiet-text">{one.faults.map(({ sentence }) => sentence).join('; ')}</span>
            </li>
          ))}
      </ul>
      {all.length > most && <p class="small quiet-text">and {all.length - most} earlier ones</p>}
    </section>
  )
}
