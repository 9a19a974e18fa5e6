import type { DeliveryCall } from '../../../simulator/control/callsFor.js'
import { hashOf } from '../address.js'
import { chip } from '../ui/index.js'

/** API calls with their answers, each linking to its details. */
export function CallList({ calls }: { calls: readonly Omit<DeliveryCall, 'at' | 'message'>[] }) {
  if (calls.length === 0) return <p class="quiet-text">None.</p>
  return (
    <ul class="stack small">
      {calls.map(({ number, endpoint, status, code, says }) => (
        <li key={number}>
          <a href={hashOf('calls', { n: String(number) })}>{endpoint}</a>{' '}
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
