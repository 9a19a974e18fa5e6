import { useSignal } from '@preact/signals'
import { attempt, tell } from '../notices.js'
import { organisation } from '../organisation.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { holds, tellHolds } from './live.js'

/** Holds deliveries back, of one bot or of all, and lets them go. */
export function HoldButtons() {
  const isOpen = useSignal(false)
  useShortcuts([
    {
      key: 'h',
      says: 'Hold all deliveries, or let them go',
      group: 'Deliveries',
      run: () => void (holds.value.includes('all') ? letGo() : hold()),
    },
  ])
  const bots = organisation.value.bots.filter(({ type }) => type === 'outgoing webhook')
  const isHolding = holds.value.length > 0
  return (
    <div class="holds">
      <button
        type="button"
        class={isHolding ? 'armed' : undefined}
        aria-expanded={isOpen.value}
        aria-controls="holds-menu"
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {isHolding ? `Holding ${holds.value.includes('all') ? 'all' : holds.value.join(', ')}` : 'Hold'}
      </button>
      {isOpen.value && (
        <fieldset id="holds-menu" class="holds-menu">
          <legend class="small quiet-text">Hold back what comes for</legend>
          <Choice label="every bot" name="all" />
          {bots.map(({ user_id, full_name }) => (
            <Choice key={user_id} label={full_name} name={full_name} bot={user_id} />
          ))}
        </fieldset>
      )}
    </div>
  )
}

function Choice({ label, name, bot }: { label: string; name: string; bot?: number }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={holds.value.includes(name)}
        onChange={({ currentTarget }) => void (currentTarget.checked ? hold(bot) : letGo(bot))}
      />{' '}
      <bdi>{label}</bdi>
    </label>
  )
}

const of = (bot: number | undefined) => (bot === undefined ? {} : { bot })

async function hold(bot?: number): Promise<void> {
  await attempt(async () => {
    tellHolds(await control('POST', '/deliveries/hold', of(bot)))
    tell('done', bot === undefined ? 'What comes from now on is held back.' : 'It is held back.')
  })
}

async function letGo(bot?: number): Promise<void> {
  await attempt(async () => {
    tellHolds(await control('POST', '/deliveries/let-go', of(bot)))
    tell('done', 'What was held is on its way.')
  })
}
