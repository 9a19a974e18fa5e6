import { choice, choose } from '../address.js'
import { useAnswer } from '../inspector/asked.js'
import { quiet } from '../inspector/Detail.js'
import { readDelivery } from './detail.js'
import { type Difference, differences } from './differences.js'
import { deliveries } from './live.js'
import type { Listed } from './store.js'
import { bodyIn } from './writtenMessage.js'

/** What is another in this delivery than in the one before it to the same bot, or in one that is chosen. */
export function DifferenceTab({ delivery }: { delivery: Listed }) {
  const chosen = choice('against').value
  const other = /^\d+$/.test(chosen) ? Number(chosen) : usualOther(delivery)
  return (
    <>
      <label class="inline">
        Compared with delivery{' '}
        <input
          type="number"
          min="1"
          class="short"
          value={other ?? ''}
          onChange={({ currentTarget }) => choose({ against: currentTarget.value })}
        />
      </label>
      {other === undefined ? (
        quiet('It is the first to this bot. Choose another to compare it with.')
      ) : (
        <Against key={`${delivery.id} ${other}`} delivery={delivery} other={other} />
      )}
    </>
  )
}

/** The one that was sent again, or else the one before to the same bot. */
function usualOther({ id, bot, resends }: Listed): number | undefined {
  if (typeof resends === 'number') return resends
  return deliveries.rows.all.findLast((row) => row.id < id && row.bot.user_id === bot.user_id)?.id
}

function Against({ delivery, other }: { delivery: Listed; other: number }) {
  const before = useAnswer(String(other), () => readDelivery(other)).value
  if (typeof before !== 'object') return quiet(before ?? 'Reading …')
  return (
    <>
      <h3>Request</h3>
      <Differences found={differences(requestOf(before), requestOf(delivery))} />
      <h3>Response</h3>
      <Differences found={differences(responseOf(before), responseOf(delivery))} />
    </>
  )
}

const requestOf = ({ request: { url, headers, body } }: Listed) => ({ url, headers, body: bodyIn(body) })

function responseOf({ attempts, outcome }: Listed): unknown {
  const result = attempts.at(-1)?.result
  return {
    outcome,
    attempts: attempts.length,
    ...result,
    ...(result && 'body' in result && { body: bodyIn(result.body) }),
  }
}

/** Each place that differs, with what stands there on both sides. */
export function Differences({ found }: { found: readonly Difference[] }) {
  if (found.length === 0) return quiet('No difference.')
  return (
    <dl class="differences">
      {found.map((one) => (
        <div key={one.path} class={one.kind}>
          <dt>
            {one.path || 'all of it'} <span class="small quiet-text">{one.kind}</span>
          </dt>
          {'before' in one && (
            <dd class="before">
              <del>{JSON.stringify(one.before)}</del>
            </dd>
          )}
          {'after' in one && (
            <dd class="after">
              <ins>{JSON.stringify(one.after)}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
