import { explore } from 'earshot/testing'
import { expect, it } from 'vitest'
import { bundledBots } from '../../../bots/index.js'
import { seed } from '../../seed.js'

const isFull = process.env.EARSHOT_TESTS === 'full'
const ways = { webhook: isFull ? 100 : 3, events: isFull ? 20 : 1 } as const

const cases = bundledBots.flatMap((bot) => (['webhook', 'events'] as const).map((by) => ({ ...bot, by })))

it.each(cases)(
  '$full_name passes explore with random conversations by $by',
  async ({ full_name: account, role, create, by }) => {
    const { findings } = await explore(create, { account, role, owner: 'Iago', by, seed, runs: ways[by] })
    expect(findings).toEqual([])
  },
)
