import { Bot } from 'earshot'
import { Client } from 'earshot/client'
import { type TestChat, testBot } from 'earshot/testing'
import { describe, expect, it, onTestFinished } from 'vitest'

const contents = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content)

/** A bot, and the client of an owner of the organisation. */
async function opened(bot: Bot, by: 'webhook' | 'events') {
  const chat = await testBot(bot, { by })
  onTestFinished(() => chat.close())
  return { chat, owner: new Client({ ...chat.simulator.credentials('desdemona'), fetch: chat.simulator.fetch }) }
}

const idOf = (chat: TestChat, who: string) => chat.simulator.realm.account(who).id

describe.each(['webhook', 'events'] as const)('while a bot runs by %s,', (by) => {
  it('commands that mention its new name work after the bot is renamed', async () => {
    const bot = new Bot().command('status', { description: 'Status' }, () => 'all fine')
    const { chat, owner } = await opened(bot, by)
    const bot_id = idOf(chat, 'echo')
    expect(contents(await chat.as('iago').say('@**Echo** status'))).toEqual(['all fine'])
    await owner.bots.update({ bot_id, full_name: 'Giphy' })
    expect(chat.botName).toBe('Giphy')
    for (const text of ['@**Giphy** status', `@**Giphy|${bot_id}** status`, `@**|${bot_id}** status`]) {
      expect(contents(await chat.as('iago').say(text))).toEqual(['all fine'])
    }
    expect(contents(await chat.as('iago').say('@**Giphy** help'))).toEqual([expect.stringContaining('@**Giphy**')])
  })

  it("changes of a user's role take effect at the next command", async () => {
    const bot = new Bot().command('rule', { description: 'Rule', access: 'administrator' }, () => 'ruled')
    const { chat, owner } = await opened(bot, by)
    const user_id = idOf(chat, 'hamlet')
    for (const [role, said] of [
      [200, 'ruled'],
      [400, 'Only organization administrators may do this.'],
    ] as const) {
      await owner.users.update({ user_id, role })
      expect(contents(await chat.as('hamlet').dm('rule'))).toEqual([said])
    }
  })

  it("changes of a group's name and members take effect at the next command", async () => {
    const bot = new Bot().command('bake', { description: 'Bake', access: { group: 'night shift' } }, () => 'baked')
    const { chat, owner } = await opened(bot, by)
    const refusal = 'Only members of the group `night shift` may do this.'
    const { user_groups } = await owner.userGroups.list()
    const { id: user_group_id = 0 } = user_groups.find(({ name }) => name === 'bakers') ?? {}
    expect(contents(await chat.as('iago').dm('bake'))).toEqual([refusal])
    await owner.userGroups.update({ user_group_id, name: 'night shift' })
    expect(contents(await chat.as('iago').dm('bake'))).toEqual(['baked'])
    await owner.userGroups.updateMembers({ user_group_id, delete: [idOf(chat, 'iago')] })
    expect(contents(await chat.as('iago').dm('bake'))).toEqual([refusal])
  })

  it("a user who left the group after the question can't answer it", async () => {
    const bot = new Bot().command('order', { description: 'Order' }, async (ctx) =>
      ctx.ask('Which flour?', { from: { group: 'bakers' } }),
    )
    const { chat, owner } = await opened(bot, by)
    const { user_groups } = await owner.userGroups.list()
    const { id: user_group_id = 0 } = user_groups.find(({ name }) => name === 'bakers') ?? {}
    await chat.as('hamlet').say('@**Echo** order')
    await owner.userGroups.updateMembers({ user_group_id, delete: [idOf(chat, 'iago')] })
    const [refusal] = contents(await chat.as('iago').say('@**Echo** rye'))
    expect(refusal).toContain('bakers')
    expect(contents(await chat.as('cordelia').say('@**Echo** rye'))).toEqual(['rye'])
  })
})
