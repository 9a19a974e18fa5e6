import { chip, el, part, quiet, type Shown, small } from './shown.js'
import type { View } from './view.js'

interface Timer {
  readonly due: number
  readonly background: boolean
  readonly cause: { readonly what: string; readonly id?: unknown } | null
  readonly says: string
}

/** Everything that waits for its time, with its cause. */
export const pending: View = {
  changes: /./,
  async show({ control }) {
    const waiting = await control<{ pending: readonly Timer[]; total: number }>('GET', '/clock/pending?limit=50')
    const { kind } = await control<{ kind: string }>('GET', '/clock')
    const more = waiting.total - waiting.pending.length
    return [
      waiting.total === 0 && el('p', 'quiet-text', 'Nothing. Schedule a message, or let a fault delay something.'),
      el(
        'ol',
        'pending',
        waiting.pending.map((timer) => rowOf(timer, kind)),
      ),
      more > 0 && small(`And ${more} later ones.`),
    ]
  },
  deeds: {
    async goThere({ control }, { due }) {
      const { time } = await control<{ time: number }>('GET', '/clock')
      await control('POST', '/clock/advance', { by: Math.max(0, Number(due) - time) })
      return undefined
    },
  },
}

function rowOf({ due, background, cause, says }: Timer, kind: string): Shown {
  const delivery = cause?.what === 'delivery' || cause?.what === 'deadline' ? cause.id : undefined
  return el(
    'li',
    '',
    el('time', '', part('Wait', { due }), quiet(part('Moment', { seconds: due / 1000 }))),
    el('span', 'popup-words', says, ' ', background && chip('housekeeping')),
    typeof delivery === 'number' && el('a', { href: `#/deliveries?d=${delivery}` }, 'Open'),
    kind !== 'real' && part('Press', { name: 'Go there', deed: 'goThere', given: { due } }),
  )
}
