import { type ReadonlySignal, signal } from '@preact/signals'

const query = matchMedia('(max-width: 900px)')
const is = signal(query.matches)
query.addEventListener('change', ({ matches }) => {
  is.value = matches
})

/** Whether there is little room: lists show fewer columns then. */
export const isNarrow: ReadonlySignal<boolean> = is
