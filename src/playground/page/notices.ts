import { type Signal, signal } from '@preact/signals'
import { errorMessage } from '../../values.js'

/** A notice to the reader. */
export interface Notice {
  readonly id: number
  readonly kind: 'done' | 'problem'
  readonly text: string
  /** A newer notice about the same subject replaces it. */
  readonly about?: string
  readonly undo?: () => void
}

export const notices = signal<readonly Notice[]>([])
let count = 0

/** Shows a notice. A problem stays until it is dismissed. */
export function tell(kind: Notice['kind'], text: string, undo?: () => void, about?: string): void {
  count += 1
  const notice = { id: count, kind, text, ...(undo && { undo }), ...(about !== undefined && { about }) }
  const others = notices.value.filter((one) => about === undefined || one.about !== about)
  notices.value = [...others.slice(-4), notice]
  if (kind === 'done') setTimeout(() => dismiss(notice.id), 6_000)
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((one) => one.id !== id)
}

/** Runs an action; an error becomes a notice. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work()
  } catch (error) {
    tell('problem', errorMessage(error))
    return undefined
  }
}

/** Runs an action and puts an error into a signal. Does nothing while it is already running. */
export async function attemptIn(
  problem: Signal<string>,
  work: () => Promise<unknown>,
  isBusy: Signal<boolean> = signal(false),
): Promise<void> {
  if (isBusy.peek()) return
  isBusy.value = true
  try {
    await work()
    problem.value = ''
  } catch (error) {
    problem.value = errorMessage(error)
  }
  isBusy.value = false
}
