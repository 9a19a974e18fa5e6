/** Something that happens by itself at its time. It is data, so that it can be remembered. */
export interface Timer {
  readonly kind: TimerKind
  /** Of what it is about. There is one timer of a kind for it. */
  readonly id: number
  /** UNIX milliseconds. */
  readonly due: number
}

export type TimerKind = 'scheduled message' | 'unused upload'

/** What nobody waits for: a clock does not go on for it. */
export const housekeeping: ReadonlySet<TimerKind> = new Set(['unused upload'])

/** The key of a timer. */
export function timerKey(kind: TimerKind, id: number): string {
  return `${kind} ${id}`
}
