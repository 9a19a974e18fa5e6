import { Bot, choices, poll } from 'earshot'
import { bakery } from 'earshot/simulator'
import { type TestBotOptions, type TestChat, type Tested, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createAway } from '../../../bots/away/bot.js'
import { createEcho } from '../../../bots/echo/bot.js'
import { bakeryWith, bundledBots } from '../../../bots/index.js'
import { transcriptFailure } from '../../../src/testing/player/run.js'
import { call, play, type Saved, save } from './saving.js'

const chats: TestChat[] = []
afterEach(async () => {
  for (const chat of chats.splice(0)) await chat.close()
})

async function open(bot: Tested, options?: TestBotOptions): Promise<TestChat> {
  const chat = await testBot(bot, options)
  chats.push(chat)
  return chat
}

const lunch = { type: 'stream', to: 'kitchen', topic: 'lunch' }
const inLunch = { where: { channel: 'kitchen', topic: 'lunch' } }
const direct = { type: 'private', to: [20] }
const withEcho = { where: { people: ['Hamlet', 'Echo'] } }
const say = async (chat: TestChat, who: string, text: string, where: object = lunch) =>
  Number((await call(chat, who, 'POST', '/messages', { ...where, content: text })).id)

async function intervene(chat: TestChat, path: string, body: object = {}): Promise<void> {
  const response = await chat.simulator.fetch(`http://localhost/sim${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  await chat.advance(0)
}

async function expectToPass(saved: Saved, bot: Tested): Promise<void> {
  const result = await play(saved, bot)
  expect(result.passed, `${saved.text}\n${result.passed ? '' : transcriptFailure(result)}`).toBe(true)
}

/** The body that a delivery was posted with, with other words in it. */
async function editedBody(chat: TestChat, id: number, from: string, to: string): Promise<object> {
  const response = await chat.simulator.fetch(`http://localhost/sim/deliveries/${id}`)
  const { request } = (await response.json()) as { readonly request: { readonly body: string } }
  return { body: request.body.replaceAll(from, to) }
}

describe('a saved conversation passes', () => {
  it.each([
    ['in a topic', lunch, inLunch, '@**Echo** '],
    ['in direct messages', direct, withEcho, ''],
  ])('%s after a delivery was edited and sent again', async (_, to, where, mention) => {
    const chat = await open(createEcho)
    await say(chat, 'Hamlet', `${mention}hello`, to)
    await intervene(chat, '/deliveries/1/resend', await editedBody(chat, 1, 'hello', 'good evening'))
    await say(chat, 'Hamlet', `${mention}and once more`, to)
    expect(chat.text()).toContain('Echo: good evening')
    const saved = await save(chat, where)
    expect(saved.text).not.toContain('good evening')
    expect(saved.text).toContain(`Hamlet: ${mention}hello\nEcho: hello\nHamlet: ${mention}and once more\n`)
    await expectToPass(saved, createEcho)
  })

  it('without what a bot says late about a delivery that was sent again', async () => {
    const slow = () =>
      new Bot().onMention(async (ctx) => {
        await ctx.sleep('30s')
        await ctx.send(`Done: ${ctx.text}`)
      })
    const chat = await open(slow)
    await say(chat, 'Hamlet', '@**Echo** bake')
    await chat.advance('40s')
    await intervene(chat, '/deliveries/1/resend', await editedBody(chat, 1, 'bake', 'burn'))
    await chat.advance('40s')
    expect(chat.text()).toContain('Done: burn')
    const saved = await save(chat, inLunch)
    expect(saved.text).toContain('Done: bake')
    expect(saved.text).not.toContain('burn')
    await expectToPass(saved, slow)
  })

  it.each([
    'the next delivery is answered with 500',
    'the next delivery is answered 15s late',
    'the next delivery is answered with malformed JSON',
    'the next delivery is answered with only 20 bytes',
    'the next delivery carries a wrong token',
    'the next delivery carries the trigger carrier_pigeon',
    'the next delivery carries 100 characters of content',
    'the next delivery is dropped',
    'the next delivery loses the answer',
    'the next delivery is delivered twice',
    'the next delivery is delayed by 30s',
  ])('after "%s"', async (fault) => {
    const chat = await open(createEcho)
    await say(chat, 'Hamlet', '@**Echo** first')
    chat.faults.add(fault)
    const id = await say(chat, 'Hamlet', '@**Echo** second')
    await chat.advance('2m')
    await call(chat, 'Iago', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    await call(chat, 'Hamlet', 'PATCH', `/messages/${id}`, { content: 'never mind' })
    await say(chat, 'Hamlet', '@**Echo** third')
    const saved = await save(chat, inLunch)
    expect(saved.text).toContain('Echo: first')
    expect(saved.text).toContain('Echo: third')
    expect(saved.text).not.toContain('Failure!')
    await expectToPass(saved, createEcho)
    await expectToPass(await save(chat, { ...inLunch, from: id }), createEcho)
    await expectToPass(await save(chat), createEcho)
  })

  it('after the bot could not be reached', async () => {
    const chat = await open(createEcho)
    await say(chat, 'Hamlet', '@**Echo** first')
    const { simulator } = chat
    const bot = simulator.realm.account('Echo').id
    await simulator.fetch(`http://localhost/sim/bots/${bot}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ address: 'http://127.0.0.1:1/' }),
    })
    await say(chat, 'Hamlet', '@**Echo** second')
    await expect.poll(() => chat.text()).toContain('Failure!')
    const saved = await save(chat, inLunch)
    expect(saved.text).toBe('bot: Echo\n\n# kitchen > lunch\nHamlet: @**Echo** first\nEcho: first\n')
    await expectToPass(saved, createEcho)
  })

  it('after a handler threw', async () => {
    const broken = () =>
      new Bot().onMention((ctx) => {
        if (ctx.text === 'break') throw new TypeError('It broke at 127.0.0.1:5002, in message 127.')
        return ctx.text
      })
    const chat = await open(broken)
    for (let id = 0; id < 127; ) id = await say(chat, 'Hamlet', 'Tea')
    await say(chat, 'Hamlet', '@**Echo** break')
    await say(chat, 'Hamlet', '@**Echo** hello')
    await expectToPass(await save(chat, inLunch), broken)
  })

  it('after a reply that the server refused', async () => {
    const muddled = () => new Bot().onMention((ctx) => ctx.client.messages.send({ ...lunch, content: '' } as never))
    const chat = await open(muddled)
    await say(chat, 'Hamlet', '@**Echo** hello')
    await expectToPass(await save(chat, inLunch), muddled)
  })

  it('without a message that the bot has yet to get, or got with other words', async () => {
    const chat = await open(createEcho)
    await say(chat, 'Hamlet', '@**Echo** first')
    await intervene(chat, '/deliveries/hold')
    await say(chat, 'Hamlet', '@**Echo** second')
    await say(chat, 'Hamlet', '@**Echo** third')
    await say(chat, 'Hamlet', '@**Echo** fourth')
    await intervene(chat, '/deliveries/2/release', await editedBody(chat, 2, 'second', 'another'))
    await intervene(chat, '/deliveries/3/release')
    const saved = await save(chat, inLunch)
    expect(saved.text.match(/^Echo: .*/gm)).toEqual(['Echo: first', 'Echo: third'])
    await expectToPass(saved, createEcho)
  })

  it('without what happened in other conversations', async () => {
    const chat = await open(createEcho)
    const soup = { ...lunch, topic: 'soup' }
    const id = await say(chat, 'Hamlet', '@**Echo** elsewhere', soup)
    await say(chat, 'Hamlet', '@**Echo** here')
    await call(chat, 'Iago', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    await call(chat, 'Hamlet', 'PATCH', `/messages/${id}`, { content: '@**Echo** changed' })
    const other = await say(chat, 'Iago', 'gone soon', soup)
    await call(chat, 'Iago', 'DELETE', `/messages/${other}`, {})
    await say(chat, 'Cordelia', 'psst', direct)
    // Messages that were there from the beginning, here and elsewhere.
    for (const { id } of bakery.messages.filter(({ to }) => !('topic' in to && to.topic === 'lunch')))
      await call(chat, 'Iago', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    await upload(chat, 'Iago', 'menu.txt')
    const saved = await save(chat, inLunch)
    expect(saved.text).toBe('bot: Echo\n\n# kitchen > lunch\nHamlet: @**Echo** here\nEcho: here\n')
    await expectToPass(saved, createEcho)
  })

  it('with a file that somebody linked there', async () => {
    const chat = await open(createEcho)
    const url = await upload(chat, 'Hamlet', 'menu.txt')
    await say(chat, 'Hamlet', `@**Echo** see [menu.txt](${url})`)
    const saved = await save(chat, inLunch)
    expect(saved.text).toContain('Hamlet uploads menu.txt: rye')
    await expectToPass(saved, createEcho)
  })

  it('if the bot answers late, with messages of its own', async () => {
    const late = () =>
      new Bot().onMention(async (ctx) => {
        const progress = await ctx.send('Wait …')
        await ctx.sleep('90s')
        await progress.edit('Nearly')
        await ctx.sleep('30s')
        await ctx.send(`Done: ${ctx.text}`)
      })
    const chat = await open(late)
    await say(chat, 'Hamlet', '@**Echo** bake')
    await chat.advance('2m')
    await say(chat, 'Iago', 'Still?')
    await chat.advance('10m')
    await say(chat, 'Hamlet', 'Thanks')
    await expectToPass(await save(chat, inLunch), late)
  })

  it('if messages of people and the bot were edited and deleted', async () => {
    const chat = await open(createEcho)
    const first = await say(chat, 'Hamlet', '@**Echo** one')
    await call(chat, 'Hamlet', 'PATCH', `/messages/${first}`, { content: '@**Echo** uno' })
    const second = await say(chat, 'Hamlet', '@**Echo** two')
    await call(chat, 'Iago', 'DELETE', `/messages/${second}`, {})
    await call(chat, 'Iago', 'DELETE', `/messages/${second + 1}`, {})
    await say(chat, 'Iago', 'Well')
    await expectToPass(await save(chat, inLunch), createEcho)
  })

  it('if several bots are in the channel', async () => {
    const chat = await open(createAway, { account: 'Away', simulator: { organisation: bakeryWith(bundledBots) } })
    const { simulator } = chat
    simulator.connect('Echo', async (request) => {
      const { data } = (await request.json()) as { readonly data: string }
      return Response.json({ content: `Echo heard ${data}` })
    })
    await say(chat, 'Hamlet', '@**Away** who is here')
    const heard = await say(chat, 'Hamlet', '@**Echo** hello')
    await call(chat, 'Iago', 'POST', `/messages/${heard + 1}/reactions`, { emoji_name: 'tada' })
    await say(chat, 'Hamlet', '@**Echo** and @**Away** where is Iago')
    await say(chat, 'Hamlet', '@**Away** back')
    expect(chat.text()).toContain('Echo heard')
    const saved = await save(chat, { ...inLunch, bot: 'Away' })
    expect(saved.text).not.toContain('Echo heard')
    await expectToPass(saved, createAway)
  })

  it('with reactions of people and the bot', async () => {
    const reacting = () =>
      new Bot().onMention(async (ctx) => {
        await ctx.react('tada')
        return ctx.text
      })
    const chat = await open(reacting)
    const id = await say(chat, 'Hamlet', '@**Echo** one')
    for (const target of [id, id + 1])
      await call(chat, 'Iago', 'POST', `/messages/${target}/reactions`, { emoji_name: 'heart' })
    await call(chat, 'Iago', 'DELETE', `/messages/${id}/reactions`, { emoji_name: 'heart' })
    const saved = await save(chat, inLunch)
    expect(saved.text.match(/^Iago .*/gm)).toHaveLength(3)
    await expectToPass(saved, reacting)
  })

  it('with buttons that were pressed and polls that were voted in', async () => {
    const asking = () =>
      new Bot().onMention((ctx) =>
        ctx.text === 'menu'
          ? choices({ heading: 'What shall it be?', options: ['soup', 'bread'] })
          : ctx.text === 'ask'
            ? poll({ question: 'Which?', options: ['rye', 'spelt'] })
            : `${ctx.text}, at once.`,
      )
    const chat = await open(asking)
    await say(chat, 'Hamlet', '@**Echo** menu')
    await chat.as('hamlet').say('Well', inLunch.where)
    await chat.as('hamlet').press('soup')
    await say(chat, 'Hamlet', '@**Echo** ask')
    await chat.as('hamlet').vote('rye')
    const saved = await save(chat, inLunch)
    expect(saved.text).toContain('Hamlet presses "soup"')
    expect(saved.text).toContain('Hamlet votes "rye"')
    await expectToPass(saved, asking)
  })

  it('if its topic was renamed, and a message moved into it', async () => {
    const chat = await open(createEcho)
    const first = await say(chat, 'Hamlet', '@**Echo** one')
    const moved = await say(chat, 'Hamlet', '@**Echo** elsewhere', { ...lunch, topic: 'soup' })
    await say(chat, 'Hamlet', '@**Echo** stays there', { ...lunch, topic: 'soup' })
    await call(chat, 'Iago', 'PATCH', `/messages/${first}`, { topic: 'dinner', propagate_mode: 'change_all' })
    await call(chat, 'Iago', 'PATCH', `/messages/${moved}`, { topic: 'dinner', propagate_mode: 'change_one' })
    await say(chat, 'Hamlet', '@**Echo** two', { ...lunch, topic: 'dinner' })
    const saved = await save(chat, { where: { channel: 'kitchen', topic: 'dinner' } })
    for (const text of ['one', 'elsewhere', 'two']) expect(saved.text).toContain(`Echo: ${text}\n`)
    expect(saved.text).not.toContain('stays there')
    await expectToPass(saved, createEcho)
    await expectToPass(await save(chat, inLunch), createEcho)
    await call(chat, 'Iago', 'PATCH', `/messages/${first}`, { stream_id: 1, propagate_mode: 'change_all' })
    await expectToPass(await save(chat, { where: { channel: 'general', topic: 'dinner' } }), createEcho)
  })

  it('with mentions of groups, and quotations', async () => {
    const chat = await open(createEcho)
    const [group] = bakery.groups
    await say(chat, 'Hamlet', `@*${group?.name}* lunch is ready`)
    const id = await say(chat, 'Hamlet', 'Two loaves?')
    await say(
      chat,
      'Iago',
      `@_**Hamlet|10** [said](${chat.simulator.url}/#narrow/channel/2-kitchen/topic/lunch/near/${id}):\n\`\`\`quote\nTwo loaves?\n\`\`\`\n@**Echo** three`,
    )
    await expectToPass(await save(chat, inLunch), createEcho)
  })
})

async function upload(chat: TestChat, who: string, name: string): Promise<string> {
  const { email, apiKey } = chat.simulator.credentials(who)
  const form = new FormData()
  form.set('file', new File(['rye\n'], name))
  const response = await chat.simulator.fetch('http://localhost/api/v1/user_uploads', {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    body: form,
  })
  return ((await response.json()) as { readonly url: string }).url
}
