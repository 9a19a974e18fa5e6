import type { DecisionStep } from '../../../control/calls/decisionSteps.js'
import type { JournalEntry } from '../../../journal/entries.js'

/** A call, its answer and how that was decided, as `/sim/calls` gives them. */
export interface WholeCall {
  readonly call: Extract<JournalEntry, { kind: 'call' }>
  readonly answer: Extract<JournalEntry, { kind: 'answer' }> | null
  readonly steps: readonly DecisionStep[]
}
