import { quiet } from '../inspector/Detail.js'
import { durationText } from '../timeText.js'
import { Facts } from '../ui/Facts.js'
import { Payload } from '../ui/Payload.js'
import { resultText } from './resultText.js'
import type { Listed } from './store.js'

/** What was posted, as it went. */
export function RequestTab({ delivery: { request } }: { delivery: Listed }) {
  return (
    <>
      <p class="request-line">
        <strong>{request.method}</strong> {request.url || 'nowhere: the bot has no address'}
      </p>
      <Sent headers={request.headers} body={request.body ?? ''} label="How the body is shown" />
    </>
  )
}

/** What came back the last time. */
export function ResponseTab({ delivery: { attempts, outcome } }: { delivery: Listed }) {
  const last = attempts.at(-1)
  if (last === undefined) return quiet(outcome === 'held' ? 'It is held, and was not sent yet.' : 'There is none yet.')
  const { result, duration, exchanges } = last
  return (
    <>
      <p class="request-line">
        <strong>{resultText(result)}</strong> after {durationText(duration)}
      </p>
      {exchanges.slice(0, -1).map(({ url, status }) => (
        <p key={url} class="small">
          {status} from {url}, which led elsewhere
        </p>
      ))}
      {result.kind === 'answered' && (
        <Sent
          headers={{ 'Content-Type': result.type || '(none)' }}
          body={result.body}
          label="How the answer is shown"
        />
      )}
    </>
  )
}

function Sent(props: { headers: Readonly<Record<string, string>>; body: string; label: string }) {
  const { headers, body, label } = props
  return (
    <>
      <h3>Headers</h3>
      <Facts facts={Object.entries(headers)} kind="headers" />
      <h3>Body</h3>
      <Payload key={body} text={body} label={label} />
    </>
  )
}
