import { bakery } from 'earshot/simulator'
import { type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createOffboard } from './bot.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open(organisation = bakeryWith(bundledBots)): Promise<TestChat> {
  chat = await testBot(createOffboard, { account: 'Offboard', simulator: { organisation } })
  return chat
}

async function answer(chat: TestChat, ...texts: readonly string[]) {
  const iago = chat.as('iago')
  let replies: Awaited<ReturnType<typeof iago.dm>> = []
  for (const text of texts) replies = await iago.dm(text)
  return replies
}

describe('Offboard', () => {
  it('deletes only what was chosen', async () => {
    const chat = await open()
    await answer(chat, 'offboard 10', 'messages', 'yes')
    const { realm } = chat.simulator
    expect([realm.account('yeast-bot@example.com').is_active, realm.account(10).full_name]).toEqual([false, 'Hamlet'])
    expect(chat.simulator.messages({ channel: 'kitchen', topic: 'lunch' }).map(({ sender_id }) => sender_id)).toEqual([
      12,
    ])
    expect(chat.simulator.messages({ dm: ['iago', 'hamlet'] })).toHaveLength(2)
  })

  it('deletes the profile', async () => {
    const chat = await open()
    await answer(chat, 'offboard 12', 'profile', 'yes')
    expect(chat.simulator.realm.account(12).full_name).toMatch(/^Deleted/)
  })

  it('checks the role again before it acts', async () => {
    const chat = await open()
    await answer(chat, 'offboard 10', 'nothing')
    chat.simulator.realm.account('iago').role = 400
    expect(await answer(chat, 'yes')).toHaveReplied('Only organization administrators may do this.')
    expect(chat.simulator.realm.account(10).is_active).toBe(true)
  })

  it('does nothing if the user was deactivated in the meantime', async () => {
    const chat = await open()
    await answer(chat, 'offboard 10', 'nothing')
    chat.simulator.realm.account(10).is_active = false
    expect(await answer(chat, 'yes')).toHaveReplied('@_**Hamlet|10** is deactivated already.')
    expect(chat.effects()).toEqual([])
  })

  it('does nothing without a timely "yes" of the same user', async () => {
    const chat = await open()
    const lunch = { channel: 'kitchen', topic: 'lunch' }
    await chat.as('iago').say('@**Offboard** retire drivers', lunch)
    await chat.as('desdemona').say('@**Offboard** yes', lunch)
    const [late] = await chat.advance('6m')
    expect(late?.content).toBe('I waited for an answer, but the time for it is up.')
    await chat.as('iago').say('@**Offboard** yes', lunch)
    expect(chat.effects().map(({ endpoint }) => endpoint)).toEqual(['messages.send'])
  })

  it('refuses what the sender may not do, even if the bot may', async () => {
    const chat = await open()
    chat.simulator.realm.account('Offboard').role = 100
    const refusal = '@_**Desdemona|7** is an owner: only organization owners may do this.'
    expect(await answer(chat, 'offboard 7')).toHaveReplied(refusal)
    expect(await answer(chat, 'reactivate 7')).toHaveReplied(refusal)
  })

  it("replies with the server's refusal", async () => {
    const chat = await open()
    chat.simulator.realm.account('iago').role = 100
    expect(await answer(chat, 'offboard 7', 'nothing', 'yes')).toHaveReplied(
      'The server refused: Must be an organization owner',
    )
  })

  it('lists where a group is in use', async () => {
    const [general, ...channels] = bakery.channels
    const chat = await open({
      ...bakeryWith(bundledBots),
      channels:
        general === undefined ? [] : [{ ...general, group_settings: { can_send_message_group: 22 } }, ...channels],
      groups: bakery.groups.map((group) =>
        group.name === 'bakers' ? { ...group, group_settings: { can_mention_group: 22 } } : group,
      ),
      group_settings: { can_create_groups: 22, can_invite_users_group: 22 },
    })
    const [reply] = await answer(chat, 'retire drivers', 'yes')
    expect(reply?.content.split('\n')).toEqual([
      '@_*drivers* is still in use, and stays:',
      '* #**general** uses it for `can_send_message_group`.',
      '* @_*bakers* uses it for `can_mention_group`.',
      '* The organization uses it for `can_create_groups`, `can_invite_users_group`.',
    ])
  })
})
