import { deliverScheduled } from './scheduling.js'
import type { TimerKind } from './timer.js'
import { sweepUpload } from './uploads.js'
import type { World } from './world.js'

/** What happens when a time has come. */
export const timerActions: Readonly<Record<TimerKind, (world: World, id: number) => void>> = {
  'scheduled message': deliverScheduled,
  'unused upload': sweepUpload,
}
