import type { JournalEntry } from '../../../journal/entries.js'

/** A call and its answer, as `/sim/calls` gives them. */
export interface WholeCall {
  readonly call: Extract<JournalEntry, { kind: 'call' }>
  readonly answer: Extract<JournalEntry, { kind: 'answer' }> | null
}
