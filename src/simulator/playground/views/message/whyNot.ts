import { organisationOf } from '../../../organisation.js'
import { Refused } from '../../service.js'
import type { Asked } from '../asking.js'
import { bdi } from '../inspected/inspected.js'
import { chip, el } from '../shown.js'
import type { View } from '../view.js'

interface Why {
  readonly triggered: boolean
  readonly says: string
}

/** For each bot that the server posts to, whether a message reached it, and why or why not. */
export const whyNot: View = {
  changes: /^realm_(user|bot)/,
  async show(asked) {
    const called = organisationOf(asked.context.simulator).bots.filter(({ type }) => type === 'outgoing webhook')
    return el(
      'dl',
      'why-not',
      await Promise.all(
        called.map(async ({ user_id, full_name }) => {
          const why = await whyOf(asked, user_id)
          const isKnown = typeof why === 'object'
          return el(
            'div',
            { key: user_id },
            el(
              'dt',
              '',
              bdi(full_name),
              ' ',
              isKnown && chip(why.triggered ? 'reached' : 'not reached', why.triggered ? 'good' : ''),
            ),
            el('dd', '', isKnown ? why.says : why),
          )
        }),
      ),
      called.length === 0 && el('div', '', 'There is no bot here that the server posts to.'),
    )
  },
  deeds: {},
}

async function whyOf({ control, id }: Asked, bot: number): Promise<Why | string> {
  try {
    return await control<Why>('GET', `/why?${new URLSearchParams({ message: id, bot: String(bot) })}`)
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}
