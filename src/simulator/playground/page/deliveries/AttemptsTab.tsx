import { quiet } from '../inspector/Detail.js'
import { durationText, timeText } from '../timeText.js'
import { resultText } from './resultText.js'
import type { Listed } from './store.js'
import { timeline } from './timeline.js'

/** Each attempt on a time line, in the simulator's time. */
export function AttemptsTab({ delivery: { queuedAt, attempts } }: { delivery: Listed }) {
  const stretches = timeline(queuedAt, attempts)
  if (attempts.length === 0) return quiet('There was none yet.')
  const ended = attempts.at(-1)
  const whole = ended === undefined ? 0 : ended.startedAt + ended.duration - queuedAt
  return (
    <>
      <p class="small quiet-text">
        Queued at {timeText(queuedAt)}, over after {durationText(Math.max(0, whole))} of the simulator's time.
      </p>
      <ol class="timeline">
        {stretches.map(({ kind, number, from, duration, start, width }) => {
          const attempt = number === undefined ? undefined : attempts[number - 1]
          const isGood = attempt?.result.kind === 'answered' && Math.floor(attempt.result.status / 100) === 2
          return (
            <li key={`${kind} ${number ?? from}`} class={kind}>
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
                  {timeText(from)} · {resultText(attempt.result)}
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
