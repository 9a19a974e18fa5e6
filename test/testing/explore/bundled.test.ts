import { explore } from 'earshot/testing'
import { expect, it } from 'vitest'
import { bundledBots } from '../../../bots/index.js'
import { runs, seed } from '../../seed.js'

it.each(bundledBots)('$full_name breaks no rule by chance', async ({ full_name: account, role, create }) => {
  const { findings } = await explore(create, { account, role, owner: 'Iago', seed, runs: runs(12) })
  expect(findings).toEqual([])
})
