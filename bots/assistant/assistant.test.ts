import { Bot } from 'earshot'
import { assistant, type Model, openAiModel } from 'earshot/assistant'
import { type FakeModelAnswer, fakeModelApi, type TestBotOptions, type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createAssistant } from './bot.js'

const rye = { channel: 'kitchen', topic: 'rye' }
const news = { channel: 'general', topic: 'news' }
const open: TestChat[] = []

afterEach(async () => {
  for (const chat of open.splice(0)) await chat.close()
})

async function assistantWith(answers: readonly FakeModelAnswer[], options: TestBotOptions = {}) {
  const api = fakeModelApi({ answers })
  const bot = () => createAssistant(openAiModel({ url: 'https://model.example/v1', model: 'fake', fetch: api.fetch }))
  const chat = await testBot(bot, { account: 'Assistant', ...options })
  open.push(chat)
  return { api, chat, bot }
}

const textsOf = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)
const saidBy = (chat: TestChat, where: Parameters<TestChat['conversation']>[0] = rye) =>
  textsOf(chat.conversation(where).filter(({ sender_full_name }) => sender_full_name === 'Assistant'))
const errorsOf = (chat: TestChat) => chat.log.filter(({ level }) => level === 'error')

const post = { name: 'post', args: { channel: 'general', topic: 'news', text: 'Rye is back.' } }

describe('Assistant', () => {
  it('replies that it needs a model until one is configured', async () => {
    const chat = await testBot(() => createAssistant(), { account: 'Assistant' })
    open.push(chat)
    await chat.as('hamlet').say('@**Assistant** why?', rye)
    expect(saidBy(chat)).toEqual([expect.stringMatching(/^I have no model to ask yet\. Set `ASSISTANT_URL`/)])
  })

  it('answers with the earlier messages as context', async () => {
    const { api, chat } = await assistantWith(['Rye holds **water**.'])
    await chat.as('hamlet').say('The rye is still moist.', rye)
    const said = await chat.as('iago').say('@**Assistant** why?', rye)
    expect(textsOf(said)).toEqual(['Rye holds **water**.'])
    expect(api.requests[0]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hamlet: The rye is still moist.' },
      { role: 'user', content: 'Iago: why?' },
    ])
  })

  it('mentions nobody, whatever the model says', async () => {
    const { chat } = await assistantWith(['@**all** wake up, and you too, @ **Iago** or @*bakers*'])
    await chat.as('iago').say('@**Assistant** hi', rye)
    expect(saidBy(chat)).toEqual(['@_**all** wake up, and you too, @ **Iago** or @_*bakers*'])
  })

  it('uses the person tool without approval', async () => {
    const { api, chat } = await assistantWith([{ calls: [{ name: 'person', args: { name: 'hamlet' } }] }, 'A baker.'])
    await chat.as('iago').say('@**Assistant** who is Hamlet?', rye)
    expect(saidBy(chat)).toEqual(['A baker.'])
    expect(api.requests[1]?.messages.at(-1)?.content).toContain('"full_name":"Hamlet"')
  })

  it.each([
    [{ name: 'oven', args: {} }, 'There is no tool oven.'],
    [{ name: 'person', args: {} }, 'The argument name is missing.'],
    [{ name: 'person', args: { name: 'Banquo' } }, 'It was not done: There is nobody called Banquo.'],
  ])('reports to the model the invalid call %j', async (call, told) => {
    const { api, chat } = await assistantWith([{ text: 'Let me see.', calls: [call] }, 'I do not know.'])
    await chat.as('iago').say('@**Assistant** who?', rye)
    expect(saidBy(chat)).toEqual(['Let me see.', 'I do not know.'])
    expect(api.requests[1]?.messages.at(-1)?.content).toBe(told)
    expect(errorsOf(chat)).toEqual([])
  })

  it('posts after approval, also across a restart, without repeating a model call', async () => {
    const { api, chat, bot } = await assistantWith([{ text: 'I will post it.', calls: [post] }, 'Posted.'])
    await chat.as('hamlet').say('@**Assistant** tell everybody', rye)
    expect(saidBy(chat)).toEqual(['I will post it.', expect.stringContaining('Rye is back.')])
    expect(chat.conversation(news)).toEqual([])
    await chat.restart({ bot })
    await chat.as('iago').say('@**Assistant** approve', rye)
    expect(textsOf(chat.conversation(news))).toEqual(['Rye is back.'])
    expect(saidBy(chat).at(-1)).toBe('Posted.')
    expect(saidBy(chat).filter((text) => text === 'I will post it.')).toHaveLength(1)
    expect(api.requests).toHaveLength(2)
    expect(api.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'It is posted.' })
  })

  it("doesn't post after a rejection, and reports it to the model", async () => {
    const { api, chat } = await assistantWith([{ calls: [post] }, 'Then not.'])
    await chat.as('hamlet').say('@**Assistant** tell everybody', rye)
    await chat.as('iago').say('@**Assistant** reject', rye)
    expect(chat.conversation(news)).toEqual([])
    expect(saidBy(chat).at(-1)).toBe('Then not.')
    expect(api.requests[1]?.messages.at(-1)?.content).toMatch(/^It was not done: /)
  })

  it('marks an answer that is cut off after its first words', async () => {
    const slow: Model = (request) => {
      const answers = [{ text: 'Rye holds more', apart: 900, cutOffAfter: 2 }]
      const { fetch } = fakeModelApi({ answers, wait: request.sleep })
      return openAiModel({ url: 'https://model.example/v1', model: 'fake', fetch })(request)
    }
    const chat = await testBot(() => createAssistant(slow), { account: 'Assistant' })
    open.push(chat)
    await chat.as('iago').say('@**Assistant** why?', rye)
    expect(saidBy(chat)).toEqual([
      expect.stringMatching(/^Rye holds\n\n\[cut off: something went wrong; delivery [\w-]+\]$/),
    ])
    expect(errorsOf(chat).map(({ fields }) => fields)).toMatchObject([{ error: { code: 'cut_off' } }])
  })

  it('stops after five rounds of tool calls', async () => {
    const { api, chat } = await assistantWith([{ calls: [{ name: 'person', args: { name: 'Iago' } }] }])
    await chat.as('iago').say('@**Assistant** loop', rye)
    expect(saidBy(chat)).toEqual([expect.stringMatching(/^Something went wrong/)])
    // Five rounds of calls, each with its result, and the request whose calls were too many.
    const results = api.requests.map(({ messages }) => messages.filter(({ role }) => role === 'tool').length)
    expect(results).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('calls no model if maxRounds is NaN', async () => {
    const api = fakeModelApi({ answers: [{ calls: [{ name: 'person', args: { name: 'Iago' } }] }] })
    const model = openAiModel({ url: 'https://model.example/v1', model: 'fake', fetch: api.fetch })
    const bot = () => new Bot().onMention(assistant({ model, tools: [], maxRounds: Number.NaN }))
    const chat = await testBot(bot, { account: 'Assistant' })
    open.push(chat)
    await chat.as('iago').say('@**Assistant** loop', rye)
    expect(errorsOf(chat).map(({ fields }) => fields)).toMatchObject([{ error: { code: 'too_many_calls' } }])
    expect(api.requests).toEqual([])
  })

  it.each<[what: string, answers: FakeModelAnswer[], said: RegExp]>([
    ['breaks off', [{ text: 'Rye holds', cutOffAfter: 1 }], /^Something went wrong/],
    ['sends garbage', [{ garbage: 'data: {' }], /^Something went wrong/],
    ['is rate-limited', [{ status: 429, retryAfter: 3 }], /^I am asked too much just now/],
    ['is rate-limited for a moment', [{ status: 429, retryAfter: 3 }, 'Yes.'], /^Yes\.$/],
    ['returns no text', [''], /^Something went wrong/],
  ])('replies correctly when the model %s', async (_, answers, said) => {
    const { chat } = await assistantWith(answers)
    await chat.as('iago').say('@**Assistant** hi', rye)
    expect(saidBy(chat)).toEqual([expect.stringMatching(said)])
  })
})
