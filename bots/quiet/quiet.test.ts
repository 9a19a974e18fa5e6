import { type TestBotOptions, type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createQuiet } from './bot.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open(options: TestBotOptions = {}): Promise<TestChat> {
  chat = await testBot(createQuiet, {
    account: 'Quiet',
    withOwner: true,
    simulator: { organisation: bakeryWith(bundledBots) },
    ...options,
  })
  return chat
}

describe('Quiet', () => {
  it("mutes for the owner's account and not its own", async () => {
    const chat = await open()
    await chat.as('iago').dm('mute 13')
    expect([...chat.simulator.realm.account('iago').muted.keys()]).toEqual([13])
    expect([...chat.simulator.realm.account('Quiet').muted.keys()]).toEqual([])
  })

  it("refuses without the owner's credentials", async () => {
    const chat = await open({ withOwner: false })
    expect(await chat.as('iago').dm('mute 13')).toHaveReplied(/^I can mute people only for the person that I belong to/)
    expect(await chat.as('iago').dm('mute topic #**kitchen>lunch**')).toHaveReplied(/^I can mute topics only/)
    expect(chat.effects()).toEqual([])
  })

  it('refuses to mute users in a conversation with others', async () => {
    const chat = await open()
    const where = { dm: ['iago', 'cordelia', 'Quiet'] }
    expect(await chat.as('iago').say('mute 13', where)).toHaveReplied(/^Ask me in a direct message to me alone/)
    expect(chat.effects()).toEqual([])
  })

  it('mutes the topic without a name', async () => {
    const chat = await open()
    const where = { channel: 'kitchen', topic: '' }
    expect(await chat.as('iago').say('@**Quiet** mute topic', where)).toHaveReplied(
      'The topic without a name is muted for you.',
    )
  })

  it.each([
    ['mute @_**Nobody**', /I don't know `Nobody`/],
    ['mute 99999', /I don't know `99999`/],
    ['mute `@**Hamlet**`', /a person: a mention such as/],
    ['mute topic lunch', /a channel and topic, such as/],
    ['mute topic #**cellar>wine**', /I know no channel called `cellar`/],
    ['mute', /`mute/],
  ])('refuses %s with the reason', async (text, reply) => {
    const chat = await open()
    expect(await chat.as('iago').dm(text)).toHaveReplied(reply)
    expect(chat.effects()).toEqual([])
  })
})
