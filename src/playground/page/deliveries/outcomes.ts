import type { AttemptSummary } from '../../../simulator/delivery/record.js'
import type { DeliveryRow } from './store.js'

/** How long a delivery took, in milliseconds: all its attempts together. The list, the chat and the details show the same. */
export const tookIn = (attempts: readonly { readonly duration: number }[]) =>
  attempts.reduce((sum, { duration }) => sum + duration, 0)

/** How each outcome is shown, and its text. */
export const outcomes: Readonly<Record<DeliveryRow['outcome'] | 'thrown', Look>> = {
  'under way': { tone: '', sign: '…', says: 'under way' },
  held: { tone: 'warn', sign: '⏸', says: 'held back' },
  replied: { tone: 'good', sign: '✓', says: 'answered with a reply' },
  quiet: { tone: 'good', sign: '✓', says: 'answered without a reply' },
  failed: { tone: 'bad', sign: '✗', says: 'failed' },
  dropped: { tone: 'bad', sign: '✗', says: 'dropped' },
  abandoned: { tone: 'bad', sign: '✗', says: 'given up' },
  thrown: { tone: 'bad', sign: '✗', says: 'the handler threw' },
}

interface Look {
  readonly tone: '' | 'good' | 'warn' | 'bad'
  readonly sign: string
  readonly says: string
}

/** The result of an attempt, in words. */
export function resultText(result: AttemptSummary): string {
  if (result.kind === 'answered') return `Status ${result.status}`
  if (result.kind === 'timeout') return 'No answer in time'
  return result.kind === 'exception' ? `${result.type}: ${result.text}` : result.reason
}

/** The text shown before the first attempt. */
export const noResponse = (outcome: string) =>
  outcome === 'held' ? 'It is held back, and hasn’t been sent yet.' : 'There is none yet.'
