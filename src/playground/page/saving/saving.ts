import { signal } from '@preact/signals'
import { activeColumn, columns } from '../chat/columns.js'
import type { Saving } from './request.js'

export const saving = signal<Saving | undefined>(undefined)

/** Opens what saves a conversation as a test. */
export function saveAsTest(of: Saving): void {
  saving.value = of
}

export function stopSaving(): void {
  saving.value = undefined
}

/** Saves the conversation that the keyboard is in. */
export function saveActiveColumn(): void {
  const column = columns.peek()[activeColumn.peek()]
  if (column !== undefined) saveAsTest(column)
}
