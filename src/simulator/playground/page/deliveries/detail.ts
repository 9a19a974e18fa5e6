import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Asked } from '../inspector/asked.js'
import { control, Refused } from '../simulator.js'
import { deliveries, deliveryChanges } from './live.js'
import type { Listed } from './store.js'

/** A delivery as the simulator has it, read anew whenever its row changes. */
export function useDelivery(id: number): ReadonlySignal<Asked<Listed>> {
  const detail = useSignal<Asked<Listed>>(undefined)
  const wanted = useSignal(id)
  const shownRow = useSignal<unknown>(undefined)
  useEffect(() => {
    wanted.value = id
  }, [id])
  useSignalEffect(() => {
    const now = wanted.value
    deliveryChanges.value
    const row = deliveries.rows.find(now)
    if (row !== undefined && row === shownRow.peek()) return
    shownRow.value = row
    const before = detail.peek()
    if (typeof before !== 'object' || before.id !== now) detail.value = undefined
    void readDelivery(now).then((read) => {
      if (wanted.peek() === now) detail.value = read
    })
  })
  return detail
}

/** Reads a delivery. */
export async function readDelivery(id: number): Promise<Listed | string> {
  try {
    return await control<Listed>('GET', `/deliveries/${id}`)
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return 'The simulator no longer keeps this delivery.'
    return error instanceof Error ? error.message : String(error)
  }
}
