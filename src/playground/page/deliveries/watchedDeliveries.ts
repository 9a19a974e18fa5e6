import type { ReadonlySignal } from '@preact/signals'
import { watched } from '../inspector/watched.js'
import { kept } from '../liveAnswers.js'
import { control } from '../simulator.js'
import type { ListedDelivery } from './listedDelivery.js'
import { createDeliveries } from './store.js'

/** All deliveries, kept up to date once a component has asked for them. */
export const deliveries = createDeliveries()

const held = kept('/deliveries/holds', /^change/, [], ({ holds }: { holds: readonly string[] }) => holds)

/** Names of the bots whose deliveries are held back; `all` for every bot. */
export const holds: ReadonlySignal<readonly string[]> = held.value
/** Takes over the holds from an endpoint's answer. */
export const tellHolds = (told: { readonly holds: readonly string[] }): void => held.tell(told.holds)

export const watchedDeliveries = watched({
  note(entries) {
    if (!entries.some(({ kind }) => kind === 'delivery' || kind === 'change' || kind === 'memory')) return false
    if (deliveries.note(entries) === 'read anew') return 'read anew'
    return true
  },
  async read(changed) {
    for (let since = 0, isDone = false; !isDone; ) {
      const page = await control<{ deliveries: ListedDelivery[]; next: number }>(
        'GET',
        `/deliveries?since=${since}&limit=1000&bodies=brief`,
      )
      deliveries.add(page.deliveries)
      changed()
      isDone = page.next <= since
      since = page.next
    }
  },
})

/** Incremented with each change of `deliveries`, so that components that read it render again. */
export const { changes: deliveryChanges, watch: watchDeliveries } = watchedDeliveries
