import { useEffect } from 'preact/hooks'
import type { Strike } from '../../../faults/faults.js'
import { timeText } from '../../timeText.js'
import { choice, choose, goTo } from '../address.js'
import { column } from '../inspector/cells.js'
import { type Column, RowList } from '../ui/RowList.js'
import { strikes, watchStrikes } from './plan.js'

interface StrikeRow {
  readonly id: string
  readonly strike: Strike
}

/** What went wrong by the plan; each leads to the delivery or the calls that it struck. */
export function Strikes() {
  useEffect(watchStrikes, [])
  const rows = strikes.value.map((strike, index): StrikeRow => ({ id: String(index), strike }))
  const chosen = rows.find(({ id }) => id === choice('strike').value)
  return (
    <section class="strikes" aria-label="What was struck">
      <header>
        <h2>What was struck</h2>
        {chosen !== undefined && (
          <button type="button" onClick={() => open(chosen.strike)}>
            Open {what(chosen.strike)}
          </button>
        )}
      </header>
      <RowList
        label="Strikes"
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        chosen={chosen?.id ?? ''}
        onChoose={(id) => choose({ strike: id })}
        onOpen={(id) => {
          const row = rows[Number(id)]
          if (row !== undefined) open(row.strike)
        }}
        empty="Nothing has been struck yet."
      />
    </section>
  )
}

const columns: readonly Column<StrikeRow>[] = [
  column('Time', '7.5rem', ({ strike }) => timeText(strike.at)),
  column('What', 'minmax(8rem, 1fr)', ({ strike }) => what(strike)),
  column('By', 'minmax(8rem, 2fr)', ({ strike }) => {
    const says = strike.faults.map(({ sentence }) => sentence).join('; ')
    return <span title={says}>{says}</span>
  }),
]

const what = (strike: Strike) => (strike.on === 'deliveries' ? `Delivery ${strike.delivery}` : strike.endpoint)

function open(strike: Strike): void {
  if (strike.on === 'deliveries') goTo('deliveries', { d: String(strike.delivery) })
  else goTo('calls', { q: `endpoint:${strike.endpoint} after:${timeText(strike.at).slice(0, 8)}` })
}
