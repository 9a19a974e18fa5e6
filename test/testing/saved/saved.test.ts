import { Bot, md } from 'earshot'
import { bakery } from 'earshot/simulator'
import { type TestBotOptions, type TestChat, type Tested, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { TranscriptToKeep } from '../../../src/simulator/public/transcriptKeeper.js'
import { transcriptFailure } from '../../../src/testing/player/run.js'
import { call, control, play, type Saved, save } from './saving.js'

const chats: TestChat[] = []
afterEach(async () => {
  for (const chat of chats.splice(0)) await chat.close()
})

async function open(bot: Tested, options?: TestBotOptions): Promise<TestChat> {
  const chat = await testBot(bot, options)
  chats.push(chat)
  return chat
}

/** Does each thing that a bot can do, when it is told to. */
function handy(): Bot {
  const bot = new Bot()
  let count = 0
  bot.onMention(async (ctx) => {
    const { text, client, message } = ctx
    if (text === 'count') {
      count += 1
      return `That makes ${count}`
    }
    if (text === 'order') return `Order ${message.id} is taken at ${ctx.message.timestamp}.`
    if (text.startsWith('cancel')) return `Order ${text.split(' ')[1]} is cancelled.`
    if (text.startsWith('escape ')) return md.escape(text.slice(7))
    if (text === 'where') return 'At http://127.0.0.1:5002, version 2.113.4.'
    if (text === 'fail') throw new Error('It broke.')
    if (text === 'react') await client.reactions.add({ message_id: message.id, emoji_name: 'tada' })
    else if (text === 'work') {
      const { id } = await client.messages.send({ type: 'stream', to: 'general', topic: 'news', content: 'Working' })
      await client.messages.edit({ message_id: id, content: 'Done' })
      await client.messages.delete({ message_id: id })
    } else if (text === 'upload') {
      const { url } = await client.files.upload({ file: new File(['rye,3\n'], 'stock.csv') })
      return `See [stock.csv](${url})`
    } else if (text === 'keep') await client.botStorage.put({ storage: { oven: '12' } })
    else if (text === 'move') await client.messages.edit({ message_id: message.id, topic: 'dinner' })
    else return `You said: ${text}`
    return undefined
  })
  return bot
}

const lunch = { type: 'stream', to: 'kitchen', topic: 'lunch' } as const
const inLunch = { where: { channel: 'kitchen', topic: 'lunch' } }
const say = async (chat: TestChat, who: string, text: string, where: object = lunch) =>
  Number((await call(chat, who, 'POST', '/messages', { ...where, content: text })).id)

async function expectToPass(saved: Saved, bot: Tested = handy): Promise<void> {
  const result = await play(saved, bot)
  expect(result.passed, `${saved.text}\n${result.passed ? '' : transcriptFailure(result)}`).toBe(true)
}

describe('a saved conversation', () => {
  it("doesn't refer to a message by text that isn't unique", async () => {
    const chat = await open(handy)
    const first = await say(chat, 'Hamlet', 'Tea')
    await say(chat, 'Hamlet', 'Tea')
    // The transcript can't tell which "Tea" it was, so that this isn't in it.
    await call(chat, 'Hamlet', 'PATCH', `/messages/${first}`, { content: `Order ${first + 2}` })
    await say(chat, 'Hamlet', '@**Echo** order')
    const saved = await save(chat)
    expect(saved.text).toContain('Echo: Order {{id}} is taken')
    await expectToPass(saved)
  })

  it('contains the actions of users and the bot as transcript lines', async () => {
    const chat = await open(handy)
    for (const text of ['hello', 'react', 'work', 'upload', 'keep', 'move'])
      await say(chat, 'Hamlet', `@**Echo** ${text}`)
    const saved = await save(chat)
    expect(saved.text).toBe(`bot: Echo

# kitchen > lunch
Hamlet: @**Echo** hello
Echo: You said: hello
Hamlet: @**Echo** react
Echo reacts with :tada:
Hamlet: @**Echo** work

# general > news
Echo: Working
Echo edits: Done
Echo deletes "Done"

# kitchen > lunch
Hamlet: @**Echo** upload
Echo uploads stock.csv: rye,3
Echo: See [stock.csv]({{file}})
Hamlet: @**Echo** keep
* botStorage.put storage={"oven":"12"}
Hamlet: @**Echo** move
Echo moves "@**Echo** move" to # kitchen > dinner
`)
    expect(saved).toMatchObject({ name: 'echo.chat', bot: 'Echo', actions: 6, organisation: null, beside: null })
    await expectToPass(saved)
  })

  it('keeps placeholders for IDs, named when a user repeats them', async () => {
    const chat = await open(handy)
    const id = await say(chat, 'Hamlet', '@**Echo** order')
    await say(chat, 'Hamlet', `@**Echo** cancel ${id}`)
    await say(chat, 'Hamlet', '@**Echo** cancel 101')
    await say(chat, 'Hamlet', '@**Echo** fail')
    const saved = await save(chat, inLunch)
    expect(saved.text).toContain('Echo: Order {{id:message1}} is taken at 1772427600.')
    expect(saved.text).toContain('Hamlet: @**Echo** cancel {{id:message1}}\nEcho: Order {{id:message1}} is cancelled.')
    // Somebody said that one before the bot did.
    expect(saved.text).toContain('Hamlet: @**Echo** cancel 101\nEcho: Order 101 is cancelled.')
    // What the receiver calls a delivery by is made anew each time.
    expect(saved.text).toContain('Echo: Something went wrong; delivery {{word}}.')
    await expectToPass(saved)
  })

  it.each(['50996625-4', 'a57b895d-2', 'abcdefab-zz', '12345678-g'])(
    'contains {{word}} in place of the delivery ID %s',
    async (name) => {
      const chat = await open(() => new Bot().onMention(() => `It was delivery ${name}.`))
      await say(chat, 'Hamlet', '@**Echo** which?')
      expect((await save(chat, inLunch)).text).toContain('Echo: It was delivery {{word}}.')
    },
  )

  it('contains changes of time and level', async () => {
    const chat = await open(handy)
    await say(chat, 'Hamlet', '@**Echo** count')
    await chat.advance('1h 30m')
    chat.level(176)
    await say(chat, 'Hamlet', '@**Echo** count')
    const saved = await save(chat)
    expect(saved.text.split('\n').filter((line) => line.startsWith('['))).toEqual([
      '[1 hour 30 minutes later]',
      '[level 176]',
    ])
    await expectToPass(saved)
  })

  it('omits what was undone by restoring a checkpoint', async () => {
    const chat = await open(handy)
    await say(chat, 'Hamlet', '@**Echo** first')
    chat.simulator.checkpoint('before')
    await say(chat, 'Hamlet', '@**Echo** a mistake')
    chat.simulator.restore('before')
    await say(chat, 'Hamlet', '@**Echo** second')
    const saved = await save(chat)
    expect(saved.text).not.toContain('mistake')
    expect(saved.text).toContain('first\nHamlet: @**Echo** second\n')
    await expectToPass(saved)
    chat.simulator.reset()
    expect(await save(chat)).toMatchObject({ actions: 0 })
  })

  it('can start at a given message of one conversation', async () => {
    const chat = await open(handy)
    await say(chat, 'Hamlet', '@**Echo** zero')
    const first = await say(chat, 'Hamlet', '@**Echo** one')
    await say(chat, 'Iago', '@**Echo** elsewhere', { ...lunch, topic: 'oven #12' })
    await say(chat, 'Hamlet', '@**Echo** two')
    const saved = await save(chat, { ...inLunch, from: first })
    expect(saved.text).toBe(`bot: Echo

# kitchen > lunch
Hamlet: @**Echo** one
Echo: You said: one
Hamlet: @**Echo** two
Echo: You said: two
`)
    expect(saved.name).toBe('lunch.chat')
    // One that begins with an answer begins with what it answers.
    expect((await save(chat, { ...inLunch, from: first + 1 })).text).toBe(saved.text)
    await expectToPass(saved)
  })

  it('contains each message once even if a delivery was resent', async () => {
    const chat = await open(handy)
    for (const text of ['count', 'work', 'react']) await say(chat, 'Hamlet', `@**Echo** ${text}`)
    for (const [delivery, body] of [
      [1, {}],
      [2, {}],
      [1, { exact: true }],
    ] as const) {
      const response = await chat.simulator.fetch(`http://localhost/sim/deliveries/${delivery}/resend`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status).toBeLessThan(300)
      await chat.advance(0)
    }
    await say(chat, 'Hamlet', '@**Echo** hello')
    expect(chat.text()).toContain('That makes 2')
    const saved = await save(chat, inLunch)
    expect(saved.text.match(/^Echo: .*/gm)).toEqual(['Echo: That makes 1', 'Echo: Working', 'Echo: You said: hello'])
    await expectToPass(saved)
  })

  it("doesn't mistake part of an address or version for a message ID", async () => {
    const chat = await open(handy)
    for (let id = 0; id < 127; ) id = await say(chat, 'Hamlet', 'Tea')
    await say(chat, 'Hamlet', '@**Echo** where')
    const saved = await save(chat, inLunch)
    expect(saved.text).toContain('Echo: At http://127.0.0.1:5002, version 2.113.4.\n')
  })

  it('has each reply after its message, even if others wrote in between', async () => {
    const chat = await open(handy)
    const { simulator } = chat
    simulator.say('Hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** first')
    simulator.say('Iago', { channel: 'kitchen', topic: 'lunch' }, 'Me too')
    simulator.say('Iago', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** second')
    await simulator.idle()
    const saved = await save(chat)
    expect(saved.text).toContain(`Hamlet: @**Echo** first
Echo: You said: first
Iago: Me too
Iago: @**Echo** second
Echo: You said: second
`)
    await expectToPass(saved)
  })

  it('refers to a message by its text, and omits actions on a message with ambiguous text', async () => {
    const chat = await open(handy)
    const first = await say(chat, 'Hamlet', 'hello')
    const other = await say(chat, 'Hamlet', 'good morning')
    const second = await say(chat, 'Hamlet', 'hello')
    for (const id of [second, other, first])
      await call(chat, 'Iago', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    const saved = await save(chat)
    expect(saved.text.match(/^Iago .*/gm)).toEqual([
      'Iago reacts with :tada:',
      'Iago reacts with :tada: to "good morning"',
    ])
    await expectToPass(saved)
  })

  it('contains users and channels that were added, and each reply after its message', async () => {
    const chat = await open(handy)
    const { simulator } = chat
    const { email } = simulator.addUser({ full_name: 'Banquo' })
    const created = await call(chat, 'Iago', 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'Ovens' }],
      principals: [simulator.realm.account(email).id, simulator.realm.account('Hamlet').id],
    })
    expect(created.result).toBe('success')
    const ovens = { channel: 'Ovens', topic: 'hot' }
    simulator.say('Banquo', ovens, '@**Echo** one')
    simulator.say('Hamlet', ovens, '@**Echo** two')
    await chat.advance(0)
    const saved = await save(chat)
    expect(saved.text).toContain(
      '# Ovens > hot\nBanquo: @**Echo** one\nEcho: You said: one\nHamlet: @**Echo** two\nEcho: You said: two\n',
    )
    await expectToPass(saved)
  })

  it("has the bot's texts as rendered and users' texts as written", async () => {
    const chat = await open(handy)
    await say(chat, 'Iago', 'Tom &#38; Jerry')
    await say(chat, 'Hamlet', '@**Echo** escape 2*3 &lt; 7')
    const [reply] = chat.simulator.messages(inLunch.where).slice(-1)
    await say(chat, 'Hamlet', 'Well')
    await call(chat, 'Iago', 'POST', `/messages/${reply?.id}/reactions`, { emoji_name: 'tada' })
    const saved = await save(chat)
    expect(saved.text).toContain('Iago: Tom &#38; Jerry\n')
    expect(saved.text).toContain('Echo: 2*3 &lt; 7\n')
    expect(saved.text).toContain('Iago reacts with :tada: to "2*3 &lt; 7"')
    await expectToPass(saved)
  })

  it('passes if users uploaded files', async () => {
    const chat = await open(handy)
    const { simulator } = chat
    const { url } = simulator.realm.call(
      'files.upload',
      simulator.realm.account('Hamlet'),
      { file: new File(['rye\n'], 'menu.txt') },
      { client: 'website' },
    ) as { url: string }
    expect(url).toContain('menu.txt')
    await call(chat, 'Hamlet', 'POST', '/user_uploads', {})
    await say(chat, 'Hamlet', 'hello')
    await expectToPass(await save(chat))
  })

  it('writes {{word}} for the part of a video call’s URL that differs at each run', async () => {
    const calling = () =>
      new Bot().onMention(async ({ client, text }) => {
        const { url } = await client.calls.create({ room_name: text })
        return `[${text}](${url}): come in`
      })
    const chat = await open(calling)
    await say(chat, 'Iago', '@**Echo** oven')
    await say(chat, 'Iago', '@**Echo** oven', { ...lunch, topic: 'tea' })
    const saved = await save(chat, { where: { channel: 'kitchen', topic: 'tea' } })
    expect(saved.text).toMatch(/^Echo: \[oven\]\(\S+\{\{word\}\}\): come in$/m)
    await expectToPass(saved, calling)
  })

  it('names the owner whose credentials the bot only reads with', async () => {
    const reading = () =>
      new Bot().onMention(async ({ owner }) => {
        const waiting = await owner?.scheduledMessages.list()
        return waiting ? `${waiting.scheduled_messages.length} wait.` : 'I do not know.'
      })
    const chat = await open(reading, { withOwner: true })
    await say(chat, 'Iago', '@**Echo** what waits?')
    const saved = await save(chat)
    expect(saved.text).toMatch(/^bot: Echo\nowner: Iago\n/)
    await expectToPass(saved, reading)
  })

  it("comes with its organisation if that isn't the default one", async () => {
    const organisation = { ...bakery, name: 'Night Bakery' }
    const chat = await open(handy, { simulator: { organisation } })
    const { email } = chat.simulator.addUser({ full_name: 'Ariel' })
    await say(chat, email, '@**Echo** hello', { ...lunch, type: 'private', to: ['8'].map(Number) })
    await say(chat, 'Hamlet', '@**Echo** hello')
    const saved = await save(chat, { name: 'night.chat' })
    expect(saved.organisation?.name).toBe('night.yaml')
    expect(saved.text).toMatch(/^bot: Echo\norganisation: night\.yaml\n/)
    expect(saved.organisation?.text).toContain('Ariel')
    await expectToPass(saved)
  })

  it('is rejected for an unknown message, user or conversation', async () => {
    const chat = await open(handy)
    await say(chat, 'Hamlet', 'hello')
    const unknown = await control(chat, '/transcript', { from: 101 })
    expect([unknown.status, await unknown.json()]).toMatchObject([
      400,
      { error: { message: expect.stringContaining("doesn't contain message 101") } },
    ])
    for (const body of [{ bot: 'Nobody' }, { where: { channel: 'cellar', topic: 'x' } }, { where: { people: [999] } }])
      expect((await control(chat, '/transcript', body)).status).toBe(404)
    for (const body of [{ from: 'a' }, { name: '../x' }, { where: {} }, { more: 1 }])
      expect((await control(chat, '/transcript', body)).status).toBe(400)
  })
})

describe('a conversation with malformed API calls', () => {
  it('is saved without these calls', async () => {
    const chat = await open(handy)
    await say(chat, 'hamlet', '@**Echo** hello')
    for (const who of ['echo', 'iago', 'hamlet']) {
      const refused = [
        await call(chat, who, 'POST', '/messages', { type: 'telepathy' }),
        await call(chat, who, 'PATCH', '/messages/101', { propagate_mode: 'ever' }),
        await call(chat, who, 'POST', '/user_uploads', {}),
        await call(chat, who, 'PUT', '/bot_storage', { storage: 'no JSON' }),
      ]
      for (const answer of refused) expect(answer.result).toBe('error')
    }
    const saved = await save(chat)
    expect(saved.text).toContain('Echo: You said: hello')
    await expectToPass(saved)
  })
})

describe('the endpoint for transcript files', () => {
  it('is available only if the simulator was started with it, and rejects unsafe names', async () => {
    const chat = await open(handy)
    const refused = await control(chat, '/transcript/file', { name: 'lunch', text: 'x' })
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'not_kept' } }])
    const notRun = await control(chat, '/transcript/run', { bot: 'Echo', text: 'x' })
    expect([notRun.status, await notRun.json()]).toMatchObject([409, { error: { code: 'not_kept' } }])

    const kept: TranscriptToKeep[] = []
    const transcripts = {
      beside: 'bot.ts',
      keep: async (transcript: TranscriptToKeep) => {
        kept.push(transcript)
        return { path: transcript.name, passed: true, says: 'Fine.' }
      },
    }
    const keeping = await open(handy, { simulator: { transcripts } })
    expect(await save(keeping)).toMatchObject({ beside: 'bot.ts' })
    const answer = await control(keeping, '/transcript/file', { name: 'lunch.chat', text: '# a > b\n' })
    expect([answer.status, await answer.json()]).toEqual([201, { path: 'lunch.chat', passed: true, says: 'Fine.' }])
    expect(kept).toEqual([{ name: 'lunch.chat', text: '# a > b\n', replace: false }])
    for (const name of ['../lunch', 'a/b', '.hidden', '', 'x\n', 'a\\x'])
      expect((await control(keeping, '/transcript/file', { name, text: 'x' })).status).toBe(400)
    expect(kept).toHaveLength(1)
  })
})
