import { describe, expect, it } from 'vitest'
import { agentBot } from './agent.js'
import { onStage, settings } from './stage.js'

const place = { channel: 'kitchen', topic: 'orders' }

describe.each(settings)('an agent with tools and approvals, by $by at level $level', (setting) => {
  it('answers by tools, asks before it spends money, and goes on after a restart', async () => {
    const bot = agentBot()
    await using stage = await onStage(bot, setting)
    stage.say('lookUp 7', place, { isCalled: true })
    await stage.sees('Order **7** is baking.', place)
    stage.say('refund 7', place)
    const asked = 'Run refund?\n\n* Approve: `Approve (code-1)`\n* Deny: `Deny (code-2)`'
    await stage.sees(asked, place)
    expect(bot.refunded).toEqual([])
    await stage.restart()
    stage.say('Approve', place, { isCalled: true })
    await stage.sees('Order **7** is refunded.', place)
    expect(bot.refunded).toEqual(['7'])
    expect(stage.answers(place)).toContain('Approved by Iago.')
  })

  it('writes Markdown as Zulip has it, takes no for an answer, and knows the talk, while the server limits calls', async () => {
    const bot = agentBot()
    await using stage = await onStage(bot, setting)
    stage.simulator.faults.add('every third call of messages.send answers 429 with Retry-After 1s')
    stage.simulator.faults.add('every second call of messages.edit answers 429 with Retry-After 1s')
    stage.say('menu', place, { isCalled: true })
    await stage.sees('The menu, for @_**all**:\n\n1. Rye\n```sh\nbake rye\n```\n2. ⭐ Spelt', place)
    stage.say('refund 8', place)
    await stage.sees('Run refund?\n\n* Approve: `Approve (code-1)`\n* Deny: `Deny (code-2)`', place)
    stage.say('Deny', place, { isCalled: true })
    await stage.sees('All right, I leave it.', place)
    expect(bot.refunded).toEqual([])
    stage.say('what was that?', place)
    await stage.until(() => /^That is turn \d+\.$/.test(stage.answers(place).at(-1) ?? ''))
    expect(bot.prompts.at(-1)).toContain('All right, I leave it.')
  })
})
