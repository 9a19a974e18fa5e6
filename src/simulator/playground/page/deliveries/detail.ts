import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { control, Refused } from '../simulator.js'
import { deliveries, deliveryChanges } from './live.js'
import type { Listed } from './store.js'

/** A whole delivery: undefined while it is read, or in words why it can't be. */
export type Detail = Listed | string | undefined

/** A delivery as the simulator has it, read anew whenever its row changes. */
export function useDelivery(id: number): ReadonlySignal<Detail> {
  const detail = useSignal<Detail>(undefined)
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

/** Asks something about one thing, anew for another; undefined while there is no answer. */
export function useAnswer<Answer>(
  key: string,
  ask: () => Promise<Answer>,
): ReadonlySignal<Answer | string | undefined> {
  const answer = useSignal<Answer | string | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    answer.value = undefined
    ask().then(
      (told) => {
        if (isWanted) answer.value = told
      },
      (error) => {
        if (isWanted) answer.value = error instanceof Error ? error.message : String(error)
      },
    )
    return () => {
      isWanted = false
    }
  }, [key])
  return answer
}
