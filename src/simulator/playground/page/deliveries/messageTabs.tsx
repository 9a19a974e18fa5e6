import { durationText } from '../timeText.js'
import { Headers } from '../ui/Headers.js'
import { Payload } from '../ui/Payload.js'
import { resultText } from './resultText.js'
import type { Listed } from './store.js'

/** What was posted, as it went. */
export function RequestTab({ delivery: { request } }: { delivery: Listed }) {
  return (
    <>
      <p class="request-line">
        <strong>{request.method}</strong> {request.url === '' ? 'nowhere: the bot has no address' : request.url}
      </p>
      <h3>Headers</h3>
      <Headers headers={request.headers} />
      <h3>Body</h3>
      <Payload key={request.body} text={request.body ?? ''} label="How the body is shown" />
    </>
  )
}

/** What came back the last time. */
export function ResponseTab({ delivery: { attempts, outcome } }: { delivery: Listed }) {
  const last = attempts.at(-1)
  if (last === undefined) {
    return <p class="quiet-text">{outcome === 'held' ? 'It is held, and was not sent yet.' : 'There is none yet.'}</p>
  }
  const { result, duration, exchanges } = last
  const redirects = exchanges.slice(0, -1)
  return (
    <>
      <p class="request-line">
        <strong>{resultText(result)}</strong> after {durationText(duration)}
      </p>
      {redirects.map(({ url, status }) => (
        <p key={url} class="small">
          {status} from {url}, which led elsewhere
        </p>
      ))}
      {result.kind === 'answered' && (
        <>
          <h3>Headers</h3>
          <Headers headers={{ 'Content-Type': result.type || '(none)' }} />
          <h3>Body</h3>
          <Payload key={result.body} text={result.body} label="How the answer is shown" />
        </>
      )}
    </>
  )
}
