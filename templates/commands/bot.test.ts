import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBot } from './bot.js'

let chat: TestChat
beforeEach(async () => {
  chat = await testBot(createBot(), { simulator: { clock: 'frozen' } })
})
afterEach(() => chat?.close())

const lunch = { channel: 'kitchen', topic: 'lunch' }

async function say(who: string, text: string): Promise<string | undefined> {
  const [reply] = await chat.as(who).say(`@**Echo** ${text}`, lunch)
  return reply?.content
}

describe('orders', () => {
  it('are added up and listed', async () => {
    expect(await say('iago', 'order 2 rye')).toBe('That makes 2 × rye.')
    expect(await say('hamlet', 'buy 1 RYE sliced, @**all**')).toBe('That makes 3 × rye. Noted: sliced, @_**all**')
    expect(await say('hamlet', 'orders')).toBe('* rye: 3')
  })

  it.each([
    ['order two rye', /^`<count>` can't be `two`\. It should be a whole number/],
    ['order 2 rie', /Did you mean `rye`\?/],
    ['order 2', /^`<bread>` is missing\. It should be one of `rye`, `wheat`, `spelt`\./],
    ['order 0 rye', /^Order between 1 and 50 loaves\.$/],
  ])('are refused with the reason: "%s"', async (text, reply) => {
    expect(await say('iago', text)).toMatch(reply)
  })

  it('are shown to a user only once in a while', async () => {
    await say('hamlet', 'orders')
    expect(await say('hamlet', 'orders')).toMatch(/^Not so fast/)
    expect(await say('iago', 'orders')).toBe('Nothing is ordered.')
  })

  it('can be scheduled: the time is parsed and rendered', async () => {
    expect(await say('iago', 'when is 2026-12-01 14:30')).toBe('<time:2026-12-01T13:30:00.000Z>')
    expect(await say('hamlet', 'when is the moon full')).toMatch(/^`<time>` can't be `the`/)
  })
})

describe('users', () => {
  it('are found by mention, email address or ID', async () => {
    for (const who of ['@_**Hamlet**', 'hamlet@example.com', '10']) {
      expect(await say('iago', `groups of ${who}`)).toBe('**Hamlet** is in `bakers`.')
    }
    expect(await say('iago', 'groups of @_**Falstaff**')).toBe("`<who>`: I don't know `Falstaff`.")
  })

  it('are counted per group', async () => {
    expect(await say('iago', 'size of @_*bakers*')).toMatch(/^`bakers` has \d+ members/)
    expect(await say('iago', 'size of bakrs')).toContain('Did you mean `@_*bakers*`?')
  })
})

describe('administration', () => {
  it('is restricted to administrators and bakers', async () => {
    expect(await say('iago', 'admin clear')).toBe('All orders are forgotten.')
    expect(await say('hamlet', 'admin clear')).toBe('All orders are forgotten.')
    expect(await say('shiva', 'admin clear')).toMatch(/^Only organization administrators and members of the group/)
  })

  it('posts an announcement in a topic', async () => {
    expect(await say('iago', 'admin announce #**kitchen>bread** Fresh rye!')).toBe('Announced.')
    const [said] = chat.simulator.messages({ channel: 'kitchen', topic: 'bread' }).slice(-1)
    expect(said?.content).toBe('Fresh rye!')
    expect(await say('iago', 'admin announce #**attic>bread** Fresh rye!')).toMatch(/^`<where>`: I know no channel/)
  })

  it('shows the restriction in the help', async () => {
    expect(await say('iago', 'help admin clear')).toMatch(
      /Only for organization administrators and members of the group/,
    )
  })
})
