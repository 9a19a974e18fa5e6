import type { FaultStatus } from '../../../faults/faults.js'
import type { Asked } from '../asking.js'
import { el, part } from '../shown.js'
import type { View } from '../view.js'
import { halves } from './halves.js'

/** A fault as the control API shows it: `remaining` is null where there is no end to it. */
type Planned = Omit<FaultStatus, 'remaining'> & { readonly remaining: number | null; readonly progress: string }

/** The plan as sentences, each with how far it has got. What is seen counts too, so that calls and deliveries matter. */
export const plan: View = {
  changes: /^(fault|call|delivery)/,
  async show(asked) {
    const faults = await planned(asked)
    return el(
      'section',
      { class: 'fault-plan', 'aria-label': 'The plan' },
      el(
        'header',
        '',
        el('h2', '', 'The plan'),
        faults.length > 0 && part('Press', { name: 'Take all away', deed: 'disarm' }),
      ),
      faults.length === 0 && el('p', 'quiet-text', 'Everything goes well. A fault that is armed shows a red frame.'),
      el('ol', '', faults.map(rowOf)),
    )
  },
  deeds: {
    async disarm(asked) {
      const before = await planned(asked)
      if (before.length === 0) return { said: 'There are no faults.' }
      await asked.control('DELETE', '/faults')
      const what = before.length === 1 ? 'The fault is' : `All ${before.length} faults are`
      return { said: `${what} taken away.`, back: { deed: 'putBack', given: { faults: before } } }
    },
    async remove(asked, { id }) {
      const fault = (await planned(asked)).find((one) => one.id === id)
      await asked.control('DELETE', `/faults/${id}`)
      return { said: `Taken away: ${fault?.sentence}.`, back: { deed: 'putBack', given: { faults: [fault] } } }
    },
    /** It goes on from where it was. */
    async putBack({ control }, { faults }) {
      for (const { sentence, seen, fired } of faults as readonly Planned[]) {
        await control('POST', '/faults', { fault: sentence, seen, fired })
      }
      return undefined
    },
  },
}

const planned = async ({ control }: Asked) => (await control<{ faults: readonly Planned[] }>('GET', '/faults')).faults

function rowOf({ id, sentence, fired, remaining, progress }: Planned) {
  const isSpent = remaining === 0
  const all = remaining === null ? undefined : fired + remaining
  return el(
    'li',
    { key: id, class: isSpent ? 'spent' : '' },
    el('span', { class: `dot ${isSpent ? '' : 'bad'}`, 'aria-hidden': 'true' }),
    el(
      'span',
      'fault-words',
      el(
        'span',
        'fault-sentence',
        halves(sentence).map(({ text, kind }) => el('span', `fault-${kind}`, kind === 'what' && ' ', text)),
      ),
      el(
        'span',
        'small quiet-text',
        all !== undefined &&
          all > 1 &&
          el('meter', { min: 0, max: all, value: fired, 'aria-hidden': 'true', title: `${fired} of ${all}` }),
        progress,
      ),
    ),
    part('Press', { name: '×', label: `Take away: ${sentence}`, deed: 'remove', given: { id }, tone: 'quiet' }),
  )
}
