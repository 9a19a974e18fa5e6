import type { Reading } from '../delivery/reading.js'
import type { DeliveryRecord } from '../delivery/record.js'

/** The outcome of a delivery and the reason, as a sentence. */
export function deliverySentence({ outcome, reading, attempts }: DeliveryRecord): string {
  const before = beforeAnAnswer[outcome]
  if (before !== undefined) return before
  if (reading?.kind === 'reply') return outcome === 'failed' ? 'The reply could not be posted.' : 'It is a reply.'
  if (reading?.kind === 'quiet') return `${quiet[reading.because]}, so nothing was posted.`
  if (reading?.kind === 'unusable') return reading.notice
  const result = attempts.at(-1)?.result
  return result?.kind === 'answered'
    ? `A status of ${result.status} is a failure, whatever the body says.`
    : 'There was no answer to read.'
}

/** Fields of the answer that were not read, often because of a typo. */
export function unreadFields({ attempts, reading }: DeliveryRecord): string[] {
  const result = attempts.at(-1)?.result
  if (result?.kind !== 'answered' || reading === undefined || reading.kind === 'unusable') return []
  return fieldsIn(result.body).filter((name) => !readFields.includes(name))
}

const readFields = ['content', 'response_string', 'response_not_required', 'widget_content']

const beforeAnAnswer: Readonly<Partial<Record<DeliveryRecord['outcome'], string>>> = {
  held: 'It waits until somebody releases it.',
  'under way': 'It waits for its turn, or for an answer.',
  dropped: 'By a fault, it was never posted.',
  abandoned: 'The simulator went on to something else before it came to an end.',
}

const quiet: Readonly<Record<Extract<Reading, { kind: 'quiet' }>['because'], string>> = {
  response_not_required: 'It said response_not_required',
  'an empty string': 'It is an empty string',
  'no content': 'It has neither content nor response_string',
  'blank content': 'Its content is blank',
}

function fieldsIn(body: string): readonly string[] {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null ? Object.keys(answer) : []
  } catch {
    return []
  }
}
