import { afterEach, describe, expect, it } from 'vitest'
import { Bot } from '../../src/bot/index.js'
import { type TestChat, testBot } from '../../src/testing/index.js'

const told = { description: 'Do it' }
const bot = new Bot()
  .command('who <who:user>', told, async ({ args }) => (await args.who.lookUp()).full_name)
  .command('group <group:group>', told, async ({ args }) => String((await args.group.lookUp()).id))
  .command('topic <where:topic>', told, async ({ args }) => JSON.stringify(await args.where.lookUp()))
  .command('at <at:date>', told, ({ args }) => args.at.toISOString())
  .command('bake', { ...told, access: { group: 'bakers' } }, () => 'baked')
  .command('release', told, async (ctx) => {
    await ctx.approve('Release?', { by: { group: 'bakers' } })
    return 'released'
  })
  .command('rule', { ...told, access: 'administrator' }, () => 'ruled')

let chat: TestChat | undefined
afterEach(() => chat?.close())

describe.each([0, 38, 100, 200, 300, 387, 495, 496])('on a server of feature level %i', (featureLevel) => {
  it.each([
    ['iago', 'who @_**Hamlet**', 'Hamlet'],
    ['iago', 'who hamlet@example.com', 'Hamlet'],
    ['iago', 'who 10', 'Hamlet'],
    ['iago', 'who nobody@example.com', "`<who>`: I don't know `nobody@example.com`."],
    ['iago', 'who 9999', "`<who>`: I don't know `9999`."],
    ['iago', 'group @_*drivers*', '22'],
    ['iago', 'topic #**kitchen>lunch**', '{"stream_id":2,"topic":"lunch"}'],
    ['iago', 'at 2026-12-01 14:30', '2026-12-01T13:30:00.000Z'],
    // He is one by a subgroup, which older servers don't have.
    ['othello', 'bake', featureLevel < 131 ? 'Only members of the group `bakers` may do this.' : 'baked'],
    ['shiva', 'bake', 'Only members of the group `bakers` may do this.'],
    ['iago', 'rule', 'ruled'],
    ['hamlet', 'rule', 'Only organization administrators may do this.'],
  ])('%s writes "%s" and gets the reply: %s', async (who, text, reply) => {
    chat = await testBot(bot, { simulator: { featureLevel, clock: 'frozen' } })
    expect((await chat.as(who).dm(text)).map(({ content }) => content)).toEqual([reply])
  })

  it('accepts an approval from a member of the group', async () => {
    chat = await testBot(bot, { simulator: { featureLevel, clock: 'frozen' } })
    const lunch = { channel: 'kitchen', topic: 'lunch' }
    await chat.as('shiva').say('@**Echo** release', lunch)
    // Othello is in a subgroup, which older servers don't show.
    const who = featureLevel < 131 ? 'cordelia' : 'othello'
    const answers = await chat.as(who).say('@**Echo** approve', lunch)
    expect(answers.map(({ content }) => content)).toEqual(['released'])
  })
})
