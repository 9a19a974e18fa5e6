import { computed, type ReadonlySignal } from '@preact/signals'
import { room } from './room.js'

/** Whether there is little room: lists show fewer columns then. */
export const isNarrow: ReadonlySignal<boolean> = computed(() => room.value === 'narrow')
