import type { ReadonlySignal } from '@preact/signals'
import type { Checkpoint } from '../../../simulator/memory/memory.js'
import { kept } from '../live.js'
import { attempt, tell } from '../notices.js'
import { control } from '../simulator.js'

const made = kept('/checkpoints', /^memory/, [], (answer: { checkpoints: readonly Checkpoint[] }) => answer.checkpoints)

/** The moments that can be gone back to, oldest first. */
export const checkpoints: ReadonlySignal<readonly Checkpoint[]> = made.value

/** Made before the reader goes back, so that this can be undone. */
export const beforeGoingBack = 'before going back'

/** Remembers everything as it is; says whether it did. */
export async function makeCheckpoint(name: string): Promise<boolean> {
  const checkpoint = await attempt(() => control<Checkpoint>('POST', '/checkpoints', { name }))
  if (checkpoint === undefined) return false
  await made.refresh()
  tell('done', `“${checkpoint.name}” is remembered.`)
  return true
}

export async function restore(name: string): Promise<void> {
  const isUndoing = name === beforeGoingBack
  const says = isUndoing ? 'It is again as before.' : `It is again as at “${name}”.`
  await goBack(says, !isUndoing, () => control('POST', `/checkpoints/${encodeURIComponent(name)}/restore`))
}

/** A checkpoint is forgotten; how everything is stays. */
export async function forget(name: string): Promise<void> {
  await attempt(() => control('DELETE', `/checkpoints/${encodeURIComponent(name)}`))
  await made.refresh()
}

/** Back to the organisation as it was at the start. */
export async function reset(): Promise<void> {
  await goBack('It is again as at the start.', true, () => control('POST', '/reset'))
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
