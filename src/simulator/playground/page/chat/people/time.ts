import { computed } from '@preact/signals'
import { clock } from '../../bar/live.js'
import { health } from '../../connection.js'

/** UNIX seconds by the simulator's clock, to ten of them: presence is not drawn anew with every second. */
export const nowInTens = computed(() => {
  const now = clock.value?.time ?? health.value?.time ?? Date.now()
  return Math.floor(now / 10_000) * 10
})
