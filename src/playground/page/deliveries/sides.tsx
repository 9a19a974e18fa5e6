import { durationText } from '../../timeText.js'
import { choice, choose } from '../address.js'
import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { Payload } from '../ui/Payload.js'
import { Facts, Moment } from '../ui/parts.js'
import { DifferenceList } from './DifferenceList.js'
import type { ListedDelivery } from './listedDelivery.js'
import { deliveries } from './live.js'
import { noResponse, resultText } from './results.js'
import { timeline } from './timeline.js'
import { bodyIn } from './writtenMessage.js'

export const readDelivery = (id: number) => control<ListedDelivery>('GET', `/deliveries/${id}`)

/** What was posted, as it went. */
export function Request({ delivery: { request } }: { delivery: ListedDelivery }) {
  const { method, url, headers, body } = request
  return (
    <>
      <p class="code">
        <strong>{method}</strong> {url || 'nowhere: the bot has no address'}
      </p>
      <Sent headers={headers} body={body ?? ''} />
    </>
  )
}

/** What came back the last time. */
export function Response({ delivery: { attempts, outcome } }: { delivery: ListedDelivery }) {
  const last = attempts.at(-1)
  if (last === undefined) return <p class="quiet-text">{noResponse(outcome)}</p>
  const { result, duration, exchanges } = last
  return (
    <>
      <p class="code">
        <strong>{resultText(result)}</strong> after {durationText(duration)}
      </p>
      {exchanges.slice(0, -1).map(({ url, status }) => (
        <p key={url} class="small">
          {status} from {url}, which led elsewhere
        </p>
      ))}
      {result.kind === 'answered' && <Sent headers={{ 'Content-Type': result.type || '(none)' }} body={result.body} />}
    </>
  )
}

function Sent({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) {
  return (
    <>
      <h3>Body</h3>
      <Payload text={body} />
      <h3>Headers</h3>
      <div class="headers">
        <Facts of={Object.entries(headers)} />
      </div>
    </>
  )
}

/** Each attempt on a time line, in the simulator's time. */
export function Attempts({ delivery: { queuedAt, attempts, outcome } }: { delivery: ListedDelivery }) {
  const last = attempts.at(-1)
  if (last === undefined) return <p class="quiet-text">There was none yet.</p>
  const whole = durationText(Math.max(0, last.startedAt + last.duration - queuedAt))
  return (
    <>
      <p class="small quiet-text">
        Queued at <Moment seconds={queuedAt / 1000} shows="time" />
        {outcome === 'under way'
          ? `, under way for ${whole} so far.`
          : `, over after ${whole} of the simulator's time.`}
      </p>
      <ol class="timeline">
        {timeline(queuedAt, attempts).map(({ kind, number, from, duration, start, width }) => {
          const attempt = number === undefined ? undefined : attempts[number - 1]
          const isGood = attempt?.result.kind === 'answered' && Math.floor(attempt.result.status / 100) === 2
          return (
            <li key={from + kind} class={kind}>
              <span>{number === undefined ? 'waited' : `Attempt ${number}`}</span>
              <span class="lane" aria-hidden="true">
                <span
                  class={`bar ${kind === 'waited' ? '' : isGood ? 'good' : 'bad'}`}
                  style={{ insetInlineStart: `${start * 100}%`, width: `max(3px, ${width * 100}%)` }}
                />
              </span>
              <span class="figure">{durationText(duration)}</span>
              {attempt && (
                <span class="small wide">
                  <Moment seconds={from / 1000} shows="time" /> · {resultText(attempt.result)}
                  {attempt.isRepeated && ' · made once more by a fault'}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** What is different in this delivery from the one before it to the same bot, or from one that is chosen. */
export function Difference({ delivery }: { delivery: ListedDelivery }) {
  const chosen = choice('against').value
  const other = /^\d+$/.test(chosen) ? Number(chosen) : usualOther(delivery)
  const before = useAnswer(String(other), async () => (other === undefined ? undefined : readDelivery(other))).value
  return (
    <>
      <label>
        Compared with delivery{' '}
        <input
          type="number"
          min="1"
          class="short"
          value={other ?? ''}
          onChange={({ currentTarget }) => choose({ against: currentTarget.value })}
        />
      </label>
      {other === undefined && <p class="quiet-text">It is the first to this bot. Choose another to compare it with.</p>}
      {typeof before === 'string' && <p class="quiet-text">{before}</p>}
      {typeof before === 'object' && (
        <>
          <h3>Request</h3>
          <DifferenceList before={requestOf(before)} after={requestOf(delivery)} />
          <h3>Response</h3>
          <DifferenceList before={responseOf(before)} after={responseOf(delivery)} />
        </>
      )}
    </>
  )
}

/** The one that was sent again, or else the one before to the same bot. */
function usualOther({ id, bot, resends }: ListedDelivery): number | undefined {
  return resends ?? deliveries.rows.all.findLast((one) => one.id < id && one.bot.user_id === bot.user_id)?.id
}

const requestOf = ({ request: { url, headers, body } }: ListedDelivery) => ({ url, headers, body: bodyIn(body) })

function responseOf({ attempts, outcome }: ListedDelivery): unknown {
  const result = attempts.at(-1)?.result
  const body = result && 'body' in result ? { body: bodyIn(result.body) } : {}
  return { outcome, attempts: attempts.length, ...result, ...body }
}
