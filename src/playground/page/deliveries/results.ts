import type { AttemptSummary } from '../../../simulator/delivery/record.js'

/** The result of an attempt, in words. */
export function resultText(result: AttemptSummary): string {
  if (result.kind === 'answered') return `Status ${result.status}`
  if (result.kind === 'timeout') return 'No answer in time'
  return result.kind === 'exception' ? `${result.type}: ${result.text}` : result.reason
}

/** What is said where there was no attempt yet. */
export const noResponse = (outcome: string) =>
  outcome === 'held' ? 'It is held, and was not sent yet.' : 'There is none yet.'
