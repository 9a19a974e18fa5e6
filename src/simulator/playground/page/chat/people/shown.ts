import { type ReadonlySignal, signal } from '@preact/signals'

/** Whose card is shown, and as whom. */
export interface ShownCard {
  readonly kind: 'person' | 'channel'
  /** Of the person or channel. */
  readonly id: number
  /** Whoever looks at it, and acts from it. */
  readonly asId: number
}

const shown = signal<ShownCard | undefined>(undefined)

export const shownCard: ReadonlySignal<ShownCard | undefined> = shown

/** Shows the card of a person or bot, as one of the people sees it. */
export function showPerson(asId: number, id: number): void {
  shown.value = { kind: 'person', id, asId }
}

/** Shows what there is of a channel, as one of the people sees it. */
export function showChannel(asId: number, id: number): void {
  shown.value = { kind: 'channel', id, asId }
}

export function closeCard(): void {
  shown.value = undefined
}
