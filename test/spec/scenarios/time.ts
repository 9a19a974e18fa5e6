import { openBakery } from '../bakery.js'
import { containing, including, without } from '../matchers.js'
import type { Scenario } from './format.js'

const week = 7 * 24 * 60 * 60 * 1000

/** What passes with time. */
export const scenarios: readonly Scenario[] = [
  {
    spec: ['4.10/unused', '8/unused uploads'],
    title: 'deletes a file that was never used a few weeks after its upload, and keeps one that is used',
    async run() {
      const bakery = await openBakery({ clock: 'frozen' })
      try {
        const files = (as: string, attachments: unknown) =>
          bakery.play({
            as,
            request: 'GET /api/v1/attachments',
            answer: { status: 200, body: including({ attachments }) },
          })
        const unused = including({ id: 2, name: 'unused.txt' })
        await bakery.simulator.advance(week)
        await files('hamlet', containing(unused))
        await bakery.simulator.advance(8 * week)
        await files('hamlet', without(unused))
        await files('iago', containing(including({ id: 1 })))
      } finally {
        await bakery.close()
      }
    },
  },
]
