import { openAiModel } from 'earshot/assistant'
import { type FakeModelAnswer, fakeModelApi, type TestChat, testBot } from 'earshot/testing'
import { afterEach, expect, it } from 'vitest'
import { createBot } from './bot.js'

let chat: TestChat
afterEach(() => chat?.close())

const lunch = { channel: 'kitchen', topic: 'menu' }

/** A chat with the bot, whose model gives these answers. */
async function chatWith(...answers: FakeModelAnswer[]) {
  const api = fakeModelApi({ answers })
  const model = openAiModel({ url: 'https://model.example/v1', model: 'fake', fetch: api.fetch })
  chat = await testBot(() => createBot(model))
  return api
}

async function say(who: string, text: string): Promise<string | undefined> {
  const replies = await chat.as(who).say(`@**Echo** ${text}`, lunch)
  return replies.at(-1)?.content
}

it('answers with the result of the menu tool', async () => {
  const api = await chatWith({ calls: [{ name: 'menu', args: {} }] }, 'There is soup.')
  expect(await say('hamlet', 'what is there?')).toBe('There is soup.')
  expect(api.requests[1]?.messages.at(-1)?.content).toBe('soup, pasta, salad')
})

it("posts an announcement after an administrator's approval", async () => {
  await chatWith({ calls: [{ name: 'announce', args: { text: 'Soup is ready.' } }] }, 'I have told everybody.')
  expect(await say('hamlet', 'tell everybody')).toContain('announce')
  expect(chat.conversation({ channel: 'general', topic: 'news' })).toEqual([])
  expect(await say('iago', 'approve')).toBe('I have told everybody.')
  expect(chat.conversation({ channel: 'general', topic: 'news' })).toHaveLength(1)
})

it('replies that it is busy when the model is rate-limited', async () => {
  await chatWith({ status: 429, retryAfter: 1 })
  expect(await say('hamlet', 'hello?')).toMatch(/^I am asked too much just now/)
})
