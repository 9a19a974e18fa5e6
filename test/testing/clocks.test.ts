import { Bot } from 'earshot'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

describe('the clock of a bot under test', () => {
  it('marks background timers', async () => {
    const bot = new Bot().every('hour', { name: 'hourly' }, () => {})
    const chat = await testBot(bot)
    await chat.as('iago').dm('hi')
    // Those of the organisation itself say what they are for.
    const timers = chat.simulator.clock.pending().filter(({ cause }) => cause === undefined)
    expect(timers.map(({ background }) => background)).toEqual([true])
    await chat.close()
  })
})
