import { type ReadonlySignal, signal } from '@preact/signals'
import type { Acted } from './actions/acts.js'

/** The message that has the focus, and what stands for it in the page. */
export interface Selected extends Acted {
  readonly element: Element
}

const current = signal<Selected | undefined>(undefined)

export const selected: ReadonlySignal<Selected | undefined> = current

export function select(message: Selected | undefined): void {
  current.value = message
}
