import { type TestBotOptions, type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createLater } from './bot.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open(options: TestBotOptions = {}): Promise<TestChat> {
  chat = await testBot(createLater, {
    account: 'Later',
    withOwner: true,
    simulator: { organisation: bakeryWith(bundledBots) },
    ...options,
  })
  return chat
}

const lunch = { channel: 'kitchen', topic: 'lunch' }

describe('Later', () => {
  it('sends a scheduled message in its topic as the owner', async () => {
    const chat = await open()
    await chat.as('iago').say('@**Later** say in 5 minutes Soup is **ready**', lunch)
    await chat.advance('5m')
    const said = chat.simulator.messages(lunch).at(-1)
    expect([said?.sender_full_name, said?.content]).toEqual(['Iago', 'Soup is **ready**'])
  })

  it("doesn't reply to a scheduled message in a group conversation", async () => {
    const chat = await open()
    await chat.as('iago').say('say in 5 minutes Soup', { dm: ['iago', 'hamlet', 'Later'] })
    expect(await chat.advance('5m')).toEqual([])
    expect(chat.simulator.messages({ dm: ['iago', 'hamlet'] }).at(-1)?.content).toBe('Soup')
  })

  it('reschedules a failed message to another topic', async () => {
    const chat = await open()
    await chat.as('iago').dm('rescue 3 in 5 minutes #**kitchen>lunch**')
    await chat.advance('5m')
    expect(chat.simulator.messages(lunch).at(-1)?.content).toBe('Last one out turns off the light')
  })

  it("refuses other users, and all users without the owner's credentials", async () => {
    const refusal = /^I can schedule messages only for the person that I belong to/
    const texts = ['list', 'say in 1h x', 'reword 1 x', 'postpone 1 in 1h', 'rescue 3 in 1h', 'drop 1']
    const first = await open()
    for (const text of texts) expect(await first.as('desdemona').dm(text)).toHaveReplied(refusal)
    await first.close()
    const second = await open({ withOwner: false })
    for (const text of texts) expect(await second.as('iago').dm(text)).toHaveReplied(refusal)
    expect([...first.effects(), ...second.effects()]).toEqual([])
  })

  it("doesn't delete a message that was sent during the confirmation", async () => {
    const chat = await open()
    await chat.as('iago').dm('say in 2 minutes Soup')
    expect(await chat.as('iago').dm('drop 4')).toHaveReplied(/^Drop 4, which is due <time:.*>\? yes \/ no$/)
    await chat.advance('3m')
    expect(await chat.as('iago').dm('yes')).toHaveReplied(/^You have no scheduled message 4\./)
  })

  it('keeps the message after a "no", also across a restart', async () => {
    const chat = await open()
    await chat.as('iago').dm('drop 1')
    await chat.restart()
    expect(await chat.as('iago').dm('no')).toHaveReplied('It stays.')
    expect(chat.effects()).toEqual([])
  })

  it('replies that nothing is scheduled', async () => {
    const chat = await open({ simulator: { organisation: { ...bakeryWith(bundledBots), scheduled_messages: [] } } })
    expect(await chat.as('iago').dm('list')).toHaveReplied('Nothing waits to be sent.')
  })

  it('lists a long text shortened and without mentions', async () => {
    const chat = await open()
    await chat.as('iago').dm(`say in 1 hour @**all** ${'🥖'.repeat(80)}`)
    const [list] = await chat.as('iago').dm('list')
    expect(list?.content).toContain(`${'🥖'.repeat(51)}…`)
    expect(list?.content).toMatch(/^\* 4: <time:[^>]+>, to @_\*\*Iago\|8\*\*: @&#42;&#42;all&#42;&#42; 🥖+…$/mu)
  })

  it.each([
    ['postpone 9 in 1 hour', /^You have no scheduled message 9\./],
    ['postpone 1 soon', /a date or time, such as/],
    ['postpone 1 2020-01-01 09:00', '`<when>` has passed: it would be `2020-01-01 09:00`.'],
    ['move 1 to #**kitchen>**', 'I can move it only to a topic that has a name.'],
    ['move 1 to #**old-branch>closing**', /I know no channel called `old-branch`/],
    ['rescue 1 in 1 hour', /^1 has not failed: it waits until <time:/],
    ['rescue 3 in 1 hour', /^The server refused: Not authorized to send to channel 'old-branch'\. Say where/],
  ])('refuses "%s" with the reason', async (text, reply) => {
    const chat = await open()
    expect(await chat.as('iago').dm(text)).toHaveReplied(reply)
    expect(chat.effects()).toEqual([])
  })
})
