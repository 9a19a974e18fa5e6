import { signal } from '@preact/signals'
import { conversation } from '../chat/conversation.js'
import type { Saving } from './request.js'

/** The conversation that is being saved as a test, if any. */
export const saving = signal<Saving | undefined>(undefined)

/** Saves the open conversation. */
export function saveConversation(): void {
  saving.value = conversation.peek()
}
