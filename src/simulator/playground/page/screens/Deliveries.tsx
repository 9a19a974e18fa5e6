import { useEffect, useMemo } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { deliveryColumns } from '../deliveries/columns.js'
import { DeliveryDetail } from '../deliveries/DeliveryDetail.js'
import { HoldButtons } from '../deliveries/HoldButtons.js'
import { deliveries, deliveryChanges, isLoadingDeliveries, watchDeliveries } from '../deliveries/live.js'
import { deliveryFields, wordsOfDelivery } from '../deliveries/store.js'
import { keepHar } from '../deliveries/takeAway.js'
import { room } from '../room.js'
import { parseSearch } from '../search.js'
import { RowList } from '../ui/RowList.js'
import { SearchField } from '../ui/SearchField.js'

/** What was posted to bots, and what came of each. */
export function Deliveries() {
  useEffect(watchDeliveries, [])
  const text = choice('q').value
  const chosen = choice('d').value
  const problems = useMemo(() => {
    const search = parseSearch(text, deliveryFields, wordsOfDelivery)
    deliveries.rows.search(search.matches)
    return search.problems
  }, [text])
  deliveryChanges.value
  const { shown, all } = deliveries.rows
  return (
    <div class="inspector">
      <div class="toolbar">
        <SearchField
          label="Search deliveries"
          problems={problems}
          hint="bot:echo status:>=500 is:faulted after:10:02 flour"
        />
        <span class="quiet-text small" role="status">
          {text === '' ? all.length : `${shown.length} of ${all.length}`}
        </span>
        <HoldButtons />
        <button type="button" disabled={shown.length === 0} onClick={() => void keepHar(shown.map(({ id }) => id))}>
          HAR
        </button>
      </div>
      <div class={chosen === '' ? 'split none-chosen' : 'split'}>
        <RowList
          label="Deliveries"
          rows={shown}
          columns={deliveryColumns[room.value]}
          idOf={({ id }) => String(id)}
          chosen={chosen}
          onChoose={(id) => choose({ d: id })}
          onOpen={() => document.querySelector<HTMLElement>('.detail [role=tab][aria-selected=true]')?.focus()}
          empty={emptyText(all.length)}
        />
        <section class="detail" aria-label="Delivery">
          {chosen === '' ? (
            <p class="empty">Choose a delivery to see why it was sent, what it said, and what came back.</p>
          ) : (
            <DeliveryDetail id={Number(chosen)} />
          )}
        </section>
      </div>
    </div>
  )
}

function emptyText(count: number): string {
  if (isLoadingDeliveries.value) return 'Reading …'
  if (count > 0) return 'No delivery is like that.'
  return 'Nothing was delivered yet. Mention a bot in the chat, as in @**Echo** hello, or write to it directly.'
}
