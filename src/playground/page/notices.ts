import { signal, useSignal } from '@preact/signals'
import { errorMessage } from '../../values.js'

/** A notice to the reader. */
export interface PageNotice {
  readonly id: number
  readonly kind: 'done' | 'problem'
  readonly text: string
  /** A newer notice about the same subject replaces it. */
  readonly about?: string
  readonly undo?: () => void
}

export const notices = signal<readonly PageNotice[]>([])
let count = 0

/** Shows a notice, in place of the one before of its kind. A problem stays until it is dismissed. */
export function tell(kind: PageNotice['kind'], text: string, undo?: () => void, about?: string): void {
  count += 1
  const notice = { id: count, kind, text, ...(undo && { undo }), ...(about !== undefined && { about }) }
  const others = notices.value.filter((one) => one.kind !== kind && (about === undefined || one.about !== about))
  notices.value = [...others, notice]
  if (kind === 'done') schedule(notice.id)
}

/** Milliseconds for which a notice that needs no answer is shown. */
const shownFor = 6_000
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function schedule(id: number): void {
  timers.set(id, setTimeout(dismiss, shownFor, id))
}

/** Keeps all notices while the reader looks at them. */
export function keepNotices(): void {
  for (const timer of timers.values()) clearTimeout(timer)
}

export function releaseNotices(): void {
  keepNotices()
  for (const id of timers.keys()) schedule(id)
}

export function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
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

/** For a form: `attempt` runs an action, unless one is running; `problem` is the error of the last one. */
export function useAttempt() {
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
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
  return { problem, isBusy, attempt }
}
