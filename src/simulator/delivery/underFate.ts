import type { Fate } from '../faults/fate.js'
import type { AttemptResult } from './attemptResult.js'
import type { Attempt, Delivery, DeliveryFate } from './delivery.js'

/** The part of a fate that is kept with the delivery: what is posted stands in its letter. */
export function withoutNotification({ notification: _, ...fate }: Fate): DeliveryFate {
  return fate
}

/** An attempt as the server sees it when a fault is at work: without its answer, or to be made once more. */
export function underFate({ fate, attempts }: Delivery, attempt: Attempt): Attempt {
  if (fate === undefined) return attempt
  const isFirst = attempts.length === 0
  const seen = fate.losesAnswer && isFirst ? withoutAnswer(attempt) : attempt
  return attempts.length < fate.repeats ? { ...seen, isRepeated: true } : seen
}

function withoutAnswer(attempt: Attempt): Attempt {
  if (attempt.result.kind !== 'answered') return attempt
  const exchanges = attempt.exchanges.map(({ method, url }) => ({ method, url }))
  return { ...attempt, exchanges, result: lost }
}

const lost: AttemptResult = {
  kind: 'connection error',
  reason: 'The connection was reset before the answer came: a fault.',
}
