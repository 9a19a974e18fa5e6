import type { ComponentChildren } from 'preact'
import { roundedDuration } from '../../timeText.js'
import { adjust, choice } from '../address.js'
import { useAnswer } from '../liveAnswers.js'
import { control } from '../simulator.js'
import { Code, Facts, TimeText, useCodeMirror } from '../ui/index.js'
import { bodyIn } from './bodyMessage.js'
import type { ListedDelivery } from './listedDelivery.js'
import { noResponse, resultText, tookIn } from './outcomes.js'
import { deliveries } from './watchedDeliveries.js'

export const readDelivery = (id: number) => control<ListedDelivery>('GET', `/deliveries/${id}`)

/** The request as it was sent. */
export function RequestTab({ delivery }: { delivery: ListedDelivery }) {
  const { headers, body } = delivery.request
  return (
    <>
      <RequestLine delivery={delivery} />
      <Sent headers={headers} body={body ?? ''} />
    </>
  )
}

interface LineProps {
  readonly delivery: ListedDelivery
  readonly children?: ComponentChildren
}

/** What was requested, in a line. */
export function RequestLine({ delivery: { request }, children }: LineProps) {
  return (
    <p class="code">
      <strong>{request.method}</strong> {request.url || 'not sent: the bot has no address'} {children}
    </p>
  )
}

/** The result of the last attempt, in a line. */
export function ResponseLine({ delivery, children }: LineProps) {
  const last = delivery.attempts.at(-1)
  if (last === undefined) return <p class="quiet-text">{noResponse(delivery.outcome)}</p>
  return (
    <p class="code">
      <strong>{resultText(last.result)}</strong>
      {!delivery.late && ` after ${roundedDuration(tookIn(delivery))}`} {children}
    </p>
  )
}

/** The last response. */
export function ResponseTab({ delivery }: { delivery: ListedDelivery }) {
  const { result, exchanges = [] } = delivery.attempts.at(-1) ?? {}
  return (
    <>
      <ResponseLine delivery={delivery} />
      {exchanges.slice(0, -1).map(({ url, status }) => (
        <p key={url} class="small">
          {status} from {url}, which led elsewhere
        </p>
      ))}
      {result?.kind === 'answered' && <Sent headers={{ 'Content-Type': result.type || '(none)' }} body={result.body} />}
    </>
  )
}

function Sent({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) {
  return (
    <>
      <h3>Body</h3>
      <Code label="The body" text={body} />
      <h3>Headers</h3>
      <div class="headers">
        <Facts of={Object.entries(headers)} />
      </div>
    </>
  )
}

/** The attempts, with the delay before each in simulated time, and what the whole time was made of. */
export function AttemptsTab({ delivery }: { delivery: ListedDelivery }) {
  const { queuedAt, attempts } = delivery
  const ends = [queuedAt, ...attempts.map(({ startedAt, duration }) => startedAt + duration)]
  if (attempts.length === 0) return <p class="quiet-text">No attempts yet.</p>
  return (
    <>
      <Parts of={delivery} />
      <ol class="lined">
        {attempts.map(({ startedAt, duration, result, isRepeated }, at) => {
          const waited = startedAt - (ends[at] ?? startedAt)
          return (
            <li key={at}>
              <strong>Attempt {at + 1}</strong>
              <span class="grow">
                {resultText(result)}
                {isRepeated && ', made once more by a fault'}
                <span class="small quiet-text">
                  <TimeText seconds={startedAt / 1000} shows="time" />
                  {waited > 0 && ` after a wait of ${roundedDuration(waited)}`}
                </span>
              </span>
              {attempts.length > 1 && <span class="figure">{roundedDuration(duration)}</span>}
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** What the whole time was made of, as a bar. */
function Parts({ of: delivery }: { of: ListedDelivery }) {
  const { queuedAt, attempts, log, late } = delivery
  const whole = tookIn(delivery)
  if (whole < 1) return null
  const requests = attempts.reduce((sum, { duration }) => sum + duration, 0)
  const waited = Math.max(0, ...attempts.map(({ startedAt, duration }) => startedAt + duration - queuedAt)) - requests
  const inBot = Math.min(late ? whole : requests, log?.duration ?? 0)
  const parts = [
    ['waited', waited],
    ['bot', inBot],
    [inBot > 0 ? 'network' : 'request', Math.max(0, whole - waited - inBot)],
  ] as const
  return (
    <>
      <div class="parts" aria-hidden="true">
        {parts.map(([name, took]) => (
          <span key={name} class={name} style={{ flexGrow: took }} />
        ))}
      </div>
      <p class="small">
        <strong class="figure">{roundedDuration(whole)}</strong>:{' '}
        {parts
          .filter(([, took]) => took >= 1)
          .map(([name, took]) => `${name} ${roundedDuration(took)}`)
          .join(' · ')}
      </p>
    </>
  )
}

/** The differences from the bot's previous delivery, or from a chosen one. */
export function DifferenceTab({ delivery }: { delivery: ListedDelivery }) {
  const chosen = choice('against').value
  const other = /^\d+$/.test(chosen) ? Number(chosen) : usualOther(delivery)
  const live = useAnswer(String(other), async () => (other === undefined ? undefined : readDelivery(other)))
  const before = live?.value
  return (
    <>
      <label>
        Compared with delivery{' '}
        <input
          type="number"
          min="1"
          class="short"
          value={other ?? ''}
          onChange={({ currentTarget }) => adjust({ against: currentTarget.value })}
        />
      </label>
      {other === undefined && (
        <p class="quiet-text">This is the first delivery to this bot. Choose another to compare it with.</p>
      )}
      {live?.problem && <p class="quiet-text">{live.problem}</p>}
      {before && (
        <>
          <h3>Request</h3>
          <Compared label="The request" before={requestOf(before)} after={requestOf(delivery)} />
          <h3>Response</h3>
          <Compared label="The response" before={responseOf(before)} after={responseOf(delivery)} />
        </>
      )}
    </>
  )
}

function Compared({ label, before, after }: { label: string; before: unknown; after: unknown }) {
  const texts = useCodeMirror()
  const [old, now] = [leavesOf(before), leavesOf(after)]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path))
  if (changed.length === 0) return <p class="quiet-text">No difference.</p>
  return (
    <dl class="differences" aria-label={label}>
      {changed.map((path) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd>
            <Sides {...(texts?.differenceOf ?? whole)(old.get(path), now.get(path))} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type DifferentTexts = Readonly<Record<'del' | 'ins', readonly string[] | undefined>>

/** Until the words that differ can be found. */
const whole = (del?: string, ins?: string): DifferentTexts => ({ del: del?.split('\0'), ins: ins?.split('\0') })

/** What was, and what is, each with the words marked that differ. */
function Sides(texts: DifferentTexts) {
  return (['del', 'ins'] as const).map(
    (Side) =>
      texts[Side] && (
        <Side key={Side}>{texts[Side].map((text, at) => (at % 2 === 1 ? <mark key={at}>{text}</mark> : text))}</Side>
      ),
  )
}

/** The values in data by their paths, such as `body.message.id`. */
function leavesOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (inner.length === 0) return new Map([[path, typeof value === 'string' ? value : JSON.stringify(value)]])
  return new Map(inner.flatMap(([key, one]) => [...leavesOf(one, path === '' ? key : `${path}.${key}`)]))
}

/** The delivery that this one resends, or else the bot's previous one. */
function usualOther({ id, bot, resends }: ListedDelivery): number | undefined {
  return resends ?? deliveries.rows.all.findLast((one) => one.id < id && one.bot.user_id === bot.user_id)?.id
}

const requestOf = ({ request: { url, headers, body } }: ListedDelivery) => ({ url, headers, body: bodyIn(body) })

function responseOf({ attempts, outcome }: ListedDelivery): unknown {
  const result = attempts.at(-1)?.result
  const body = result && 'body' in result ? { body: bodyIn(result.body) } : {}
  return { outcome, attempts: attempts.length, ...result, ...body }
}
