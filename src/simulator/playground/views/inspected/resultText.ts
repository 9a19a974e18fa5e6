import type { AttemptSummary } from '../../../delivery/record.js'

/** What came of an attempt, in words. */
export function resultText(result: AttemptSummary): string {
  if (result.kind === 'answered') return `Status ${result.status}`
  if (result.kind === 'timeout') return 'No answer in time'
  return result.kind === 'exception' ? `${result.type}: ${result.text}` : result.reason
}
