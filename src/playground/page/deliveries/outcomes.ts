import type { DeliveryLog } from '../../../simulator/delivery/deliveryLog.js'
import type { AttemptSummary } from '../../../simulator/delivery/record.js'
import type { ListedDelivery } from './listedDelivery.js'
import type { DeliveryRow } from './store.js'

/** How long a delivery took, in milliseconds, from its message to its answer: the same number everywhere. */
export const tookIn = ({ queuedAt, attempts, late }: Pick<ListedDelivery, 'queuedAt' | 'attempts' | 'late'>) =>
  late?.after ?? Math.max(0, ...attempts.map(({ startedAt, duration }) => startedAt + duration - queuedAt))

/** How an outcome is shown: also one that only the bot's process told of. */
export const lookOf = ({ outcome, hasThrown, isLate }: Pick<DeliveryRow, 'outcome' | 'hasThrown' | 'isLate'>): Look =>
  looks[hasThrown ? 'thrown' : isLate ? 'late' : outcome]

interface Look {
  readonly tone: '' | 'good' | 'warn' | 'bad'
  readonly word: string
  readonly says: string
}

const looks: Readonly<Record<DeliveryRow['outcome'] | 'thrown' | 'late', Look>> = {
  'under way': { tone: 'warn', word: 'under way', says: 'under way' },
  held: { tone: 'warn', word: 'held', says: 'held back' },
  replied: { tone: 'good', word: 'replied', says: 'answered with a reply' },
  quiet: { tone: 'good', word: 'quiet', says: 'answered without a reply' },
  late: { tone: 'warn', word: 'late', says: 'answered late' },
  failed: { tone: 'bad', word: 'failed', says: 'failed' },
  dropped: { tone: 'bad', word: 'dropped', says: 'dropped' },
  abandoned: { tone: 'bad', word: 'abandoned', says: 'given up' },
  thrown: { tone: 'bad', word: 'handler threw', says: 'the handler threw' },
}

/** The result of an attempt, in words. */
export function resultText(result: AttemptSummary): string {
  if (result.kind === 'answered') return `Status ${result.status}`
  if (result.kind === 'timeout') return 'No answer in time'
  return result.kind === 'exception' ? `${result.type}: ${result.text}` : result.reason
}

/** The first frame of an error that is in the reader's own files, which have their source: `bad.ts:14:3`. */
export const ownPlaceIn = ({ frames }: DeliveryLog['errors'][number]) =>
  /([^\\/]+:\d+:\d+)\)?$/.exec(frames.find(({ source }) => source !== undefined)?.at ?? '')?.[1]

/** The text shown before the first attempt. */
export const noResponse = (outcome: string) =>
  outcome === 'held' ? 'It is held back, and hasn’t been sent yet.' : 'There is none yet.'
