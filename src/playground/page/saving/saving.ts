import { signal } from '@preact/signals'
import { activeColumn, columns } from '../chat/columns.js'
import type { Saving } from './request.js'

/** The conversation that is being saved as a test, if any. */
export const saving = signal<Saving | undefined>(undefined)

/** Saves the conversation that the keyboard is in. */
export function saveActiveColumn(): void {
  saving.value = columns.peek()[activeColumn.peek()]
}
