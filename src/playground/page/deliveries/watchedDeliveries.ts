import { signal } from '@preact/signals'
import { watched } from '../inspector/watched.js'
import { control } from '../simulator.js'
import type { ListedDelivery } from './listedDelivery.js'
import { createDeliveries } from './store.js'

/** All deliveries, kept up to date once a component has asked for them. */
export const deliveries = createDeliveries()

export const watchedDeliveries = watched({
  note(entries) {
    if (!entries.some(({ kind }) => kind === 'delivery' || kind === 'change' || kind === 'memory')) return false
    return deliveries.note(entries) === 'read anew' ? 'read anew' : true
  },
  async read(changed) {
    let since = -1
    let next = 0
    while (next > since) {
      since = next
      const path = `/deliveries?since=${since}&limit=1000&bodies=brief`
      const page = await control<{ deliveries: ListedDelivery[]; next: number }>('GET', path)
      deliveries.add(page.deliveries)
      changed()
      next = page.next
    }
  },
})

/** The ID of the delivery whose details are on the screen. */
export const shownDelivery = signal<number | undefined>(undefined)

/** Incremented with each change of `deliveries`, so that components that read it render again. */
export const { changes: deliveryChanges, watch: watchDeliveries } = watchedDeliveries
