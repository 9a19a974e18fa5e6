import type { ListedDelivery } from '../../listedDelivery.js'
import { durationText } from '../../timeText.js'
import { el, part, type Shown, small } from '../shown.js'
import { aside } from './inspected.js'
import { resultText } from './resultText.js'
import { timeline } from './timeline.js'

/** Each attempt on a time line, in the simulator's time. */
export function attemptsOf({ queuedAt, attempts }: ListedDelivery): Shown {
  const last = attempts.at(-1)
  if (last === undefined) return aside('There was none yet.')
  const whole = last.startedAt + last.duration - queuedAt
  return [
    small('Queued at ', clockAt(queuedAt), `, over after ${durationText(Math.max(0, whole))} of the simulator's time.`),
    el(
      'ol',
      'timeline',
      timeline(queuedAt, attempts).map(({ kind, number, from, duration, start, width }) => {
        const attempt = number === undefined ? undefined : attempts[number - 1]
        const isGood = attempt?.result.kind === 'answered' && Math.floor(attempt.result.status / 100) === 2
        return el(
          'li',
          kind,
          el('span', '', number === undefined ? 'waited' : `Attempt ${number}`),
          el(
            'span',
            { class: 'lane', 'aria-hidden': 'true' },
            el('span', {
              class: `bar ${kind === 'waited' ? '' : isGood ? 'good' : 'bad'}`,
              style: { insetInlineStart: `${start * 100}%`, width: `max(3px, ${width * 100}%)` },
            }),
          ),
          el('span', 'figure', durationText(duration)),
          attempt &&
            el(
              'span',
              'small wide',
              clockAt(from),
              ` · ${resultText(attempt.result)}${attempt.isRepeated ? ' · made once more by a fault' : ''}`,
            ),
        )
      }),
    ),
  ]
}

const clockAt = (milliseconds: number) => part('Moment', { seconds: milliseconds / 1000, shows: 'time' })
