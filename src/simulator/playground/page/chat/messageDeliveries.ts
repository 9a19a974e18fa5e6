import { computed, type ReadonlySignal } from '@preact/signals'
import { deliveries, deliveryChanges } from '../deliveries/live.js'
import type { DeliveryRow } from '../deliveries/store.js'

/** The deliveries of each message, oldest first, by the message's ID. */
export const deliveriesOf: ReadonlySignal<ReadonlyMap<number, readonly DeliveryRow[]>> = computed(() => {
  deliveryChanges.value
  const byMessage = new Map<number, DeliveryRow[]>()
  for (const row of deliveries.rows.all) {
    const known = byMessage.get(row.messageId)
    if (known === undefined) byMessage.set(row.messageId, [row])
    else known.push(row)
  }
  return byMessage
})
