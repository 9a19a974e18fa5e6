import { hashOf } from '../address.js'
import { chip } from '../ui/chip.js'

export interface ListedCall {
  /** In the journal. */
  readonly number: number
  readonly endpoint: string
  readonly status: number | null
  readonly code: string | null
  readonly says: string | null
}

/** Calls of the API with their answers, each a way to the whole of it. */
export function CallList({ calls }: { calls: readonly ListedCall[] }) {
  if (calls.length === 0) return <p class="quiet-text">None.</p>
  return (
    <ul class="stack small">
      {calls.map(({ number, endpoint, status, code, says }) => (
        <li key={number}>
          <a href={hashOf({ screen: 'calls', choices: { n: String(number) } })}>{endpoint}</a>{' '}
          {chip(status ?? 'no answer', status !== null && status < 400 && code === null ? 'good' : 'bad')}{' '}
          {says && (
            <span class="small">
              {code} {says}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
