import type { SimulatorOptions } from 'earshot/simulator'
import { type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../index.js'
import { createCall } from './bot.js'

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function open(callProvider?: NonNullable<SimulatorOptions['assumptions']>['callProvider']): Promise<TestChat> {
  const assumptions = callProvider === undefined ? {} : { callProvider }
  chat = await testBot(createCall, {
    account: 'Call',
    simulator: { organisation: bakeryWith(bundledBots), assumptions },
  })
  return chat
}

describe('Call', () => {
  it('names the room after the user in a direct message', async () => {
    const chat = await open()
    expect(await chat.as('hamlet').dm('call')).toHaveReplied(/\): Hamlet$/)
    expect(chat).toHaveCalled('calls.create', { room_name: 'Hamlet' })
  })

  it('names the room after the channel if the topic is empty', async () => {
    const chat = await open()
    await chat.as('hamlet').say('@**Call** call', { channel: 'kitchen', topic: '' })
    expect(chat).toHaveCalled('calls.create', { room_name: 'kitchen' })
  })

  it('mentions nobody in the name of a room', async () => {
    const chat = await open()
    const [reply] = await chat.as('hamlet').say('@**Call** call @**all** @*bakers* [x](https://example.com)')
    expect(reply?.content).toContain('): all @&#42;bakers&#42; [x]&#40;https:&#47;&#47;example.com)')
  })

  it.each([
    ['unconfigured', /^The server refused: .* credentials have not been configured$/],
    ['malformed answer', /^The server refused: Failed to create .* call$/],
    [{ unreachable: 'HTTP 502' }, /^The server refused: Error connecting to the .* server: HTTP 502$/],
  ] as const)("replies with the provider's error: %j", async (provider, text) => {
    const chat = await open(provider)
    expect(await chat.as('hamlet').dm('call')).toHaveReplied(text)
  })
})
