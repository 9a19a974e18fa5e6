import { explore } from 'earshot/testing'
import { it } from 'vitest'
import { bundledBots } from '../../../bots/index.js'

const { EXPLORE_RUNS = '30', EXPLORE_SEED = '1', EXPLORE_BOT = '' } = process.env
it.each(bundledBots.filter((b) => b.full_name.includes(EXPLORE_BOT)))('$full_name', async ({ full_name, role, create }) => {
  const r = await explore(create, { account: full_name, role, seed: Number(EXPLORE_SEED), runs: Number(EXPLORE_RUNS), ...(process.env.EXPLORE_OWNER && { owner: 'Desdemona' }) })
  console.log(full_name, Math.round(r.took), r.conversations, r.steps, JSON.stringify(r.commands), JSON.stringify(r.handlers), r.findings.map((f) => `!!! ${f.rule} repeats ${f.repeats}\n${f.transcript.slice(0, 2500)}`).join('\n'))
})
