import type { DeliveryCall } from '../../../simulator/control/callsFor.js'
import type { DeliveryLog } from '../../../simulator/delivery/deliveryLog.js'
import { durationText } from '../../timeText.js'
import { CallList } from '../calls/CallList.js'
import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { Facts } from '../ui/parts.js'
import type { ListedDelivery } from './listedDelivery.js'

/** The bot's log of a delivery: handler, middleware, log lines, errors, calls. */
export function Log({ delivery }: { delivery: ListedDelivery }) {
  const { id, log, outcome } = delivery
  const revision = `${id} ${outcome} ${log?.lines.length} ${log?.calls.length}`
  const answer = useAnswer(revision, () => control<{ calls: DeliveryCall[] }>('GET', `/deliveries/${id}/calls`)).value
  const calls = typeof answer === 'object' ? answer.calls : []
  return (
    <>
      {log ? <Told log={log} /> : <p class="quiet-text">{untold}</p>}
      <h3>API calls</h3>
      <CallList calls={calls} />
    </>
  )
}

const untold =
  "The bot's process sent no log. Bots of earshot dev, earshot serve and npm start send one; any other can, with POST /sim/deliveries/log."

function Told({ log }: { log: DeliveryLog }) {
  const { name, handler, middleware, lines, errors, outcome, duration } = log
  return (
    <>
      <Facts
        of={[
          ['Handler', handler ? <code>{handler}</code> : handler === null ? 'none matched' : '…'],
          middleware.length > 0 && [
            'Middleware',
            middleware.map((one, at) => (
              <span key={at}>
                {at > 0 && ' → '}
                <code>{one.name}</code>
                {!one.passed && ' stopped it'}
              </span>
            )),
          ],
          ['ID', <code>{name}</code>],
          [
            'Ended',
            outcome ? `${outcome}${typeof duration === 'number' ? ` after ${durationText(duration)}` : ''}` : 'not yet',
          ],
        ]}
      />
      {errors.map((error, at) => (
        <section key={at} class="verdict bad stack small" aria-label="What the handler threw">
          <p class="bad-text">
            <strong>{error.name}</strong>: {error.message}
          </p>
          <ol>
            {error.frames.map((frame, index) => (
              <li key={index} class={frame.source === undefined ? 'quiet-text' : undefined}>
                <code>{frame.at}</code>
                {frame.source !== undefined && <pre class="barred">{frame.source}</pre>}
              </li>
            ))}
          </ol>
        </section>
      ))}
      <h3>Log</h3>
      {lines.length === 0 && <p class="quiet-text">Nothing was logged.</p>}
      <ol class="log-lines stack small">
        {lines.map(({ after, level, text, fields }, at) => (
          <li key={at} class={`barred ${level}`}>
            <span class="figure quiet-text">{durationText(after)}</span> <strong>{level}</strong> <span>{text}</span>
            {Object.keys(fields).length > 0 && <code>{JSON.stringify(fields)}</code>}
          </li>
        ))}
      </ol>
    </>
  )
}
