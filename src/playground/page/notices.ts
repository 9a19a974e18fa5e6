import { type Signal, signal } from '@preact/signals'

/** Something that the reader is told in passing. */
export interface Notice {
  readonly id: number
  readonly kind: 'done' | 'problem'
  readonly text: string
  /** Of several about the same, the newest is shown. */
  readonly about?: string
  /** What takes it back. */
  readonly undo?: () => void
}

export const notices = signal<readonly Notice[]>([])
let count = 0

/** Tells the reader something. A problem stays until it is dismissed. */
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

/** Does something, and tells the reader if it can't be done. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work()
  } catch (error) {
    tell('problem', messageOf(error))
    return undefined
  }
}

/** What went wrong, for the reader. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Does something, and says in a place of its own if it can't be done. Is busy meanwhile, and does nothing while it is. */
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
    problem.value = messageOf(error)
  }
  isBusy.value = false
}
