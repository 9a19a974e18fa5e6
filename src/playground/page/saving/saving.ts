import { type ReadonlySignal, signal } from '@preact/signals'
import { activeColumn, columns } from '../chat/columns.js'
import type { Saving } from './request.js'

const current = signal<Saving | undefined>(undefined)
export const saving: ReadonlySignal<Saving | undefined> = current

/** Opens what saves a conversation as a test. */
export function saveAsTest(of: Saving): void {
  current.value = of
}

export function stopSaving(): void {
  current.value = undefined
}

/** Saves the conversation that the keyboard is in. */
export function saveActiveColumn(): void {
  const column = columns.peek()[activeColumn.peek()]
  if (column !== undefined) saveAsTest(column)
}
