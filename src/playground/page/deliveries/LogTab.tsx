import { useLayoutEffect, useRef } from 'preact/hooks'
import type { DeliveryCall } from '../../../simulator/control/callsFor.js'
import type { DeliveryLog } from '../../../simulator/delivery/deliveryLog.js'
import { roundedDuration } from '../../timeText.js'
import { counted } from '../bar/readout.js'
import { CallList } from '../calls/CallList.js'
import { useAnswer } from '../liveAnswers.js'
import { control } from '../simulator.js'
import { colour, Facts } from '../ui/index.js'
import type { ListedDelivery } from './listedDelivery.js'

/** The bot's log of a delivery: handler, middleware, log lines, errors, calls. */
export function LogTab({ delivery }: { delivery: ListedDelivery }) {
  const { id, log, outcome } = delivery
  const revision = `${id} ${outcome} ${log?.lines.length} ${log?.calls.length}`
  const ask = () => control<{ calls: readonly DeliveryCall[] }>('GET', `/deliveries/${id}/calls`)
  const calls = useAnswer(revision, ask)?.value?.calls ?? []
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

type Frame = DeliveryLog['errors'][number]['frames'][number]

/** Frames of the bot have their source. */
const isOwn = ({ source }: Frame) => source !== undefined

/** Neighbours that are all of the bot, or all of others. */
function stretches(frames: readonly Frame[]): readonly (readonly Frame[])[] {
  const starts = frames.flatMap((one, at) => (at === 0 || isOwn(one) !== isOwn(frames[at - 1] ?? one) ? [at] : []))
  return starts.map((start, at) => frames.slice(start, starts[at + 1]))
}

function Frames({ frames }: { frames: readonly Frame[] }) {
  const list = (
    <ol class="frames">
      {frames.map(({ at, source }, index) => (
        <li key={index}>
          <code>{at}</code>
          {source !== undefined && <Source text={source} />}
        </li>
      ))}
    </ol>
  )
  if (frames.some(isOwn)) return list
  return (
    <details class="quiet-text">
      <summary>{counted(frames.length, 'frame')} of the framework or Node</summary>
      {list}
    </details>
  )
}

/** A field's value; an error without its stack, which is shown above. */
function valueText(value: unknown): string {
  const { name, message, stack } = Object(value) as Readonly<Record<string, unknown>>
  if (typeof stack === 'string') return `${name}: ${message}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Source({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null)
  useLayoutEffect(() => {
    if (box.current) void colour(box.current, 'ts')
  }, [text])
  return (
    <pre key={text} ref={box} class="line-of-code">
      {text}
    </pre>
  )
}

function Told({ log }: { log: DeliveryLog }) {
  const { name, handler, middleware, lines, errors, outcome } = log
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
          ['Ended', outcome ?? 'not yet'],
        ]}
      />
      {errors.map((error, at) => (
        <section key={at} class="verdict bad stack small" aria-label="What the handler threw">
          <p class="bad-text">
            <strong>{error.name}</strong>: {error.message}
          </p>
          {stretches(error.frames).map((frames, index) => (
            <Frames key={index} frames={frames} />
          ))}
        </section>
      ))}
      <h3>Log</h3>
      {lines.length === 0 && <p class="quiet-text">Nothing was logged.</p>}
      <ol class="stack small">
        {lines.map(({ after, level, text, fields }, at) => (
          <li key={at} class={`barred ${level}`}>
            <span class="figure quiet-text">{roundedDuration(after)}</span> <strong>{level}</strong> <span>{text}</span>
            {Object.entries(fields).map(([key, value]) => (
              <span key={key}>
                {' \u2002'}
                <span class="quiet-text">{key}</span> <code>{valueText(value)}</code>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}
