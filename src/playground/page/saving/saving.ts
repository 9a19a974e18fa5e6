import { type ReadonlySignal, signal } from '@preact/signals'
import { activeColumn, columns } from '../chat/columns.js'
import { type Place, placeText } from '../chat/place.js'
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

/** The newest message of each conversation that was saved, by its place: the next test begins after it. */
const saved = new Map<string, number>()

export const savedUpTo = (place: Place): number | undefined => saved.get(placeText(place))

export function rememberSaved(place: Place, message: number | undefined): void {
  if (message !== undefined) saved.set(placeText(place), message)
}
