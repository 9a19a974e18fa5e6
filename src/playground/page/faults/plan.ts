import { computed, type ReadonlySignal } from '@preact/signals'
import type { ListedFault } from '../../../simulator/control/endpoints/faults.js'
import { kept } from '../liveAnswers.js'
import { attempt, tell } from '../notices.js'
import { control } from '../simulator.js'

/** Faults also count what they match, so calls and deliveries change the plan. */
const matters = {
  test: (type: string): boolean => /^fault/.test(type) || (/^(call|delivery)/.test(type) && plan.peek().length > 0),
}
const there = kept('/faults', matters, [], ({ faults }: { faults: readonly ListedFault[] }) => faults)
const { refresh } = there

/** The faults, with how often each took effect. */
export const plan: ReadonlySignal<readonly ListedFault[]> = there.value
/** The faults that can still take effect. */
export const armed = computed(() => plan.value.filter(({ remaining }) => remaining !== 0))

/** Adds a fault. Returns whether it was understood. */
export async function arm(sentence: string): Promise<boolean> {
  const added = await attempt(() => control<ListedFault>('POST', '/faults', { fault: sentence }))
  await refresh()
  if (added) tell('done', `Armed: ${added.sentence}.`, () => void attempt(() => remove(added)))
  return added !== undefined
}

/** Removes all faults; can be undone. */
export async function disarm(): Promise<void> {
  const { value: before } = plan
  if (before.length === 0) return tell('done', 'There are no faults.')
  const done = await attempt(() => control('DELETE', '/faults'))
  await refresh()
  if (done === undefined) return
  const what = before.length === 1 ? 'The fault is' : `All ${before.length} faults are`
  tell('done', `${what} taken away.`, () => void putBack(before))
}

/** Removes a fault; can be undone. */
export async function remove(fault: ListedFault): Promise<void> {
  await control('DELETE', `/faults/${fault.id}`)
  await refresh()
  tell('done', `Removed: ${fault.sentence}.`, () => void putBack([fault]))
}

/** They keep their counts. */
async function putBack(faults: readonly ListedFault[]): Promise<void> {
  await attempt(async () => {
    for (const { sentence, seen, fired } of faults) await control('POST', '/faults', { fault: sentence, seen, fired })
  })
  await refresh()
}
