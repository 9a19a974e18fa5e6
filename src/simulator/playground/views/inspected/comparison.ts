import type { Asked } from '../asking.js'
import { chip, el, part, type Shown } from '../shown.js'
import type { View } from '../view.js'
import { differing } from './comparing.js'
import { differences } from './differences.js'
import { choicesOf } from './inspected.js'

/** The notification of a message, named by its ID, as servers of the levels `one` and `other` would post it to a bot. */
export const comparison: View = {
  changes: /^never$/,
  async show(asked): Promise<Shown> {
    const choices = choicesOf(asked)
    const levels = [Number(choices.get('one')), Number(choices.get('other'))] as const
    const one = await posted(asked, levels[0])
    const found = differences(one, await posted(asked, levels[1]))
    return [
      found.length === 0
        ? el('p', '', chip('the same', 'good'), ` at levels ${levels[0]} and ${levels[1]}.`)
        : [el('p', '', `Level ${levels[0]} first, then ${levels[1]}:`), differing(found)],
      el('details', '', el('summary', '', `The whole of it at level ${levels[0]}`), part('Json', { value: one })),
    ]
  },
  deeds: {},
}

async function posted(asked: Asked, featureLevel: number): Promise<unknown> {
  const about = new URLSearchParams({ message: asked.id, bot: choicesOf(asked).get('bot') ?? '' })
  const path = `/levels/${featureLevel}/notification?${about}`
  return (await asked.control<{ notification: unknown }>('GET', path)).notification
}
