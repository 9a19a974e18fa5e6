import { type TestBotOptions, type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createAway } from './bot.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open(options: TestBotOptions = {}): Promise<TestChat> {
  chat = await testBot(createAway, {
    account: 'Away',
    simulator: { organisation: bakeryWith(bundledBots) },
    ...options,
  })
  return chat
}

describe('Away', () => {
  it("sets the owner's status with its own rights if it lacks the owner's credentials", async () => {
    const chat = await open()
    await chat.as('iago').dm('away')
    expect(chat).toHaveCalled('users.setStatus', { user_id: 8, status_text: 'away' })
  })

  it("checks the role again before it changes another user's status", async () => {
    const chat = await open()
    expect(await chat.as('iago').dm('set status of 11 ill')).toHaveReplied(/yes \/ no$/)
    chat.simulator.realm.account('iago').role = 400
    expect(await chat.as('iago').dm('yes')).toHaveReplied('Only organization administrators may do this.')
    expect(chat.effects()).toEqual([])
  })

  it('continues the confirmation after a restart', async () => {
    const chat = await open()
    await chat.as('iago').dm('set status of 11 ill')
    await chat.restart()
    expect(await chat.as('iago').dm('yes')).toHaveReplied('The status of @_**Cordelia|11** is changed.')
  })

  it("replies with the server's refusal if its account lacks the rights", async () => {
    const chat = await open()
    chat.simulator.realm.account('Away').role = 400
    expect(await chat.as('hamlet').dm('away')).toHaveReplied('The server refused: Insufficient permission')
  })

  it.each([
    ['🥖'.repeat(60), /^Your status is now: 🥖+$/u],
    ['🥖'.repeat(61), 'A status has 60 characters at most, and this has 61.'],
    [':house:', 'Your status is now: :house:'],
    [':house: :bread:', 'Your status is now: :house: &#58;bread:'],
    ['@**all** `', 'Your status is now: @&#42;&#42;all&#42;&#42; &#96;'],
    [': on holiday', 'Your status is now: : on holiday'],
  ])('parses the status %s', async (status, text) => {
    const chat = await open()
    expect(await chat.as('hamlet').dm(`away ${status}`)).toHaveReplied(text)
  })

  it('suggests the nearest name for an unknown user', async () => {
    const chat = await open()
    expect(await chat.as('hamlet').dm('where is @_**Hamlett**')).toHaveReplied(/Did you mean `@_\*\*Hamlet\*\*`\?$/)
    expect(await chat.as('hamlet').dm('where is he')).toHaveReplied(/a person: a mention such as/)
  })
})
