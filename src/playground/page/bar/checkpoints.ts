import type { ReadonlySignal } from '@preact/signals'
import type { Checkpoint } from '../../../simulator/memory/memory.js'
import { kept } from '../liveAnswers.js'
import { attempt, tell } from '../notices.js'
import { control } from '../simulator.js'

const made = kept('/checkpoints', /^memory/, [], (answer: { checkpoints: readonly Checkpoint[] }) => answer.checkpoints)

/** The checkpoints, oldest first. */
export const checkpoints: ReadonlySignal<readonly Checkpoint[]> = made.value

/** The checkpoint saved before going back, so that this can be undone. */
export const beforeGoingBack = 'before going back'

/** Saves a checkpoint. Returns whether it succeeded. */
export async function makeCheckpoint(name: string): Promise<boolean> {
  const checkpoint = await attempt(() => control<Checkpoint>('POST', '/checkpoints', { name }))
  if (checkpoint === undefined) return false
  await made.refresh()
  tell('done', `“${checkpoint.name}” was saved.`)
  return true
}

export async function restore(name: string): Promise<void> {
  const isUndoing = name === beforeGoingBack
  const says = isUndoing ? 'Undone.' : `Went back to “${name}”.`
  await goBack(says, !isUndoing, () => control('POST', `/checkpoints/${encodeURIComponent(name)}/restore`))
}

/** Deletes a checkpoint; the state doesn't change. */
export async function forget(name: string): Promise<void> {
  await attempt(() => control('DELETE', `/checkpoints/${encodeURIComponent(name)}`))
  await made.refresh()
}

/** Goes back to the state at the start. */
export async function reset(): Promise<void> {
  await goBack('Went back to the start.', true, () => control('POST', '/reset'))
}

async function goBack(says: string, canUndo: boolean, work: () => Promise<unknown>): Promise<void> {
  const done = await attempt(async () => {
    if (canUndo) await control('POST', '/checkpoints', { name: beforeGoingBack })
    await work()
    return true
  })
  if (done === undefined) return
  await made.refresh()
  tell('done', says, canUndo ? () => void restore(beforeGoingBack) : undefined)
}
