import { signal } from '@preact/signals'
import { control } from '../simulator.js'

/** What the simulator makes of a sentence that is being written. */
export interface Reading {
  /** As the plan would have it; null where it is not understood. */
  readonly sentence: string | null
  readonly problem: {
    readonly message: string
    readonly place: { readonly start: number; readonly end: number } | null
    readonly suggestion: string | null
  } | null
  readonly continuations: { readonly from: number; readonly texts: readonly string[] }
}

/** The sentence in the editor, and where it is being written. */
export const written = signal({ sentence: '', caret: 0 })
/** What was read last, and of which sentence. */
export const reading = signal<{ readonly of: string; readonly caret: number; readonly is: Reading } | undefined>(
  undefined,
)

let isAsking = false

/** Has the sentence read; while that goes on, only the newest counts. */
export async function readWritten(): Promise<void> {
  if (isAsking) return
  isAsking = true
  try {
    for (;;) {
      const { sentence, caret } = written.value
      reading.value = { of: sentence, caret, is: await control<Reading>('POST', '/faults/read', { sentence, caret }) }
      if (written.value.sentence === sentence && written.value.caret === caret) return
    }
  } catch {
    // The connection's own sign says that the simulator is gone.
  } finally {
    isAsking = false
  }
}

/** Changes what is written. */
export function write(sentence: string, caret = sentence.length): void {
  written.value = { sentence, caret }
  void readWritten()
}
