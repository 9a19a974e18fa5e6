import type { Strike } from '../../../faults/faults.js'
import { el, part, type Shown, small } from '../shown.js'
import type { View } from '../view.js'

/** As many as a reader looks through, and a browser draws at once. */
const most = 500

/** What went wrong by the plan, the newest first; each leads to the delivery or the calls that it struck. */
export const strikes: View = {
  changes: /^(fault|call|delivery)/,
  show({ context }) {
    const all = context.simulator.faults.strikes
    return el(
      'section',
      { class: 'strikes', 'aria-label': 'What was struck' },
      el('header', '', el('h2', '', 'What was struck')),
      all.length === 0 && el('p', 'quiet-text', 'Nothing has been struck yet.'),
      el('ul', 'struck', all.slice(-most).toReversed().map(rowOf)),
      all.length > most && small(`and ${all.length - most} before these`),
    )
  },
  deeds: {},
}

const rowOf = (strike: Strike): Shown =>
  el(
    'li',
    '',
    part('Moment', { seconds: strike.at / 1000, shows: 'time' }),
    ' ',
    strike.on === 'deliveries'
      ? el('a', { href: `#/deliveries?d=${strike.delivery}` }, `Delivery ${strike.delivery}`)
      : el('a', { href: `#/calls?q=endpoint:${strike.endpoint}+is:faulted` }, strike.endpoint),
    ' ',
    el('span', 'small quiet-text', strike.faults.map(({ sentence }) => sentence).join('; ')),
  )
