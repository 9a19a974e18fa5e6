import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRotaBot } from './rotaBot.js'

let chat: TestChat
beforeEach(async () => {
  chat = await testBot(createRotaBot())
})
afterEach(() => chat?.close())

const kitchen = { channel: 'kitchen', topic: 'shifts' }

async function say(who: string, text: string, where = kitchen): Promise<string | undefined> {
  const [reply] = await chat.as(who).say(`@**Echo** ${text}`, where)
  return reply?.content
}

it('assigns a shift to the first user who takes it', async () => {
  expect(await say('hamlet', 'take friday')).toBe('friday is yours.')
  expect(await say('iago', 'take friday')).toBe("friday is Hamlet's.")
  expect(await say('iago', 'take monday')).toBe('monday is yours.')
  expect(await say('cordelia', 'rota')).toBe('* monday: Iago\n* friday: Hamlet')
})

it('keeps a separate rota for each topic', async () => {
  await say('hamlet', 'take friday')
  expect(await say('hamlet', 'rota', { channel: 'kitchen', topic: 'lunch' })).toMatch(/^Nobody works yet/)
})

it('lists the days for an unknown one', async () => {
  expect(await say('hamlet', 'take sunday')).toMatch(/^`<day>` can't be `sunday`\. It should be one of `monday`/)
})
