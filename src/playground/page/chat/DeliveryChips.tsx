import { computed, type ReadonlySignal } from '@preact/signals'
import { clock } from '../bar/clockState.js'
import type { DeliveryRow } from '../deliveries/store.js'
import { deliveries, deliveryChanges } from '../deliveries/watchedDeliveries.js'
import { Button } from '../ui/index.js'
import { deliveryWords } from './deliveryWords.js'
import { openDelivery } from './SidePanel.js'

/** A chip for each delivery of a message; it opens the delivery beside the chat. */
export function DeliveryChips({ messageId }: { messageId: number }) {
  const those = deliveriesOf.value.get(messageId)
  if (those === undefined) return null
  return (
    <>
      {those.map((delivery) => {
        // Only what goes on is read anew each second.
        const now = delivery.outcome === 'under way' ? (clock.value?.time ?? 0) : 0
        const { tone, text, says } = deliveryWords(delivery, now)
        return (
          <Button key={delivery.id} class="chip delivery" title={says} onPress={() => openDelivery(delivery.id)}>
            <span class={`dot ${tone}`} />
            <span class="name">{delivery.bot.full_name}</span>
            <span class={`figure ${tone === 'bad' ? 'bad-text' : ''}`}>{text}</span>
            <span class="unseen">{says}</span>
          </Button>
        )
      })}
    </>
  )
}

/** Deliveries by message ID, oldest first. */
const deliveriesOf: ReadonlySignal<ReadonlyMap<number, readonly DeliveryRow[]>> = computed(() => {
  deliveryChanges.value
  return Map.groupBy(deliveries.rows.all, ({ messageId }) => messageId)
})
