import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEcho } from '../../../bots/echo/bot.js'
import { createStandup } from '../../../bots/standup/bot.js'
import { createTopics } from '../../../bots/topics/bot.js'
import { changeInto, earshot, startEarshot } from '../inProcess.js'
import { botFile, folderOfTest, recordingOf } from './recording.js'

changeInto()

const lunch = { channel: 'kitchen', topic: 'secret recipe' }

describe('earshot record', () => {
  it('creates a test that the bot passes and a changed bot fails', async () => {
    const bot = botFile('standup')
    const { say, end, name, read } = await recordingOf(createStandup(), { account: 'Standup', args: ['--bot', bot] })
    for (const text of ['join', 'report', 'Baked for Cordelia', 'Call 0171 2345678', 'Nothing, thanks', 'who'])
      await say('Hamlet', { to: ['Standup'] }, text)
    const { code, out, err } = await end()
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('The bot passes it.') })
    expect(err).toContain('before you share it: it says what people wrote')
    expect(read('chat')).toMatch(/^\w+: report\nStandup: What have you done since the last time\?/m)
    expect(read('chat') + read('yaml')).not.toMatch(/Hamlet|hamlet@/)

    expect(await earshot(['test', `${name}.chat`, '--bot', bot])).toMatchObject({ code: 0, out: '1 passed\n' })
    const changed = botFile('standup', (source) => source.replace('What will you do today?', 'And today?'))
    const failed = await earshot(['test', `${name}.chat`, '--bot', changed])
    expect(failed.code).toBe(1)
    expect(failed.out + failed.err).toMatch(/- Standup: What will you do today\?\n.*\+ Standup: And today\?/)
  })

  it.each([
    ['svc', 496],
    ['zulip', 170],
  ] as const)('contains the calls of the bot and of its owner (%s, level %s)', async (dialect, featureLevel) => {
    const bot = botFile('topics')
    const { say, end, read, name } = await recordingOf(createTopics(), {
      account: 'Topics',
      role: 200,
      simulator: { dialect, featureLevel },
      args: ['--bot', bot],
    })
    await say('Hamlet', lunch, '@**Topics** delete topic')
    await say('Iago', lunch, '@**Topics** mute')
    await say('Iago', lunch, '@**Topics** delete topic')
    await say('Iago', lunch, '@**Topics** confirm delete')
    expect(await end()).toMatchObject({ code: 0, err: expect.not.stringContaining('Left out') })
    const chat = read('chat')
    expect(chat).toMatch(/\* as \w+: topics\.setVisibility stream_id=2 topic="secret recipe" visibility_policy=1/)
    expect(chat).toMatch(/\* streams\.deleteTopic stream_id=2 topic_name="secret recipe"/)
    expect(chat + read('yaml')).not.toMatch(/Iago|Hamlet/)
    const tamed = botFile('topics', (source) => source.replace("muted, description: 'Mute", "none, description: 'Mute"))
    writeFileSync(tamed, readFileSync(tamed, 'utf8').replace('policy: muted', 'policy: none'))
    expect(await earshot(['test', `${name}.chat`, '--bot', tamed])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/- \* as .* visibility_policy=1\n.*\+ \* as .* visibility_policy=0/),
    })
  })

  it.each(['svc', 'zulip'] as const)(
    'writes neither keys nor tokens, with a server of the dialect %s',
    async (dialect) => {
      const { say, end, read, name, secrets, simulator } = await recordingOf(createEcho(), {
        simulator: { dialect },
        args: ['--bot', botFile('echo')],
      })
      await say('Hamlet', lunch, '@**Echo** soup for hamlet@example.com, please')
      const { code, out, err } = await end()
      expect(code).toBe(0)
      const written = ['jsonl', 'chat', 'yaml'].map(read).join('\n')
      for (const secret of secrets) expect(written + out + err).not.toContain(secret)
      expect(read('jsonl')).toContain('\\"token\\":\\"***\\"')
      expect(JSON.parse(read('jsonl').split('\n')[0] ?? '')).toMatchObject({ server: { dialect, level: 496 } })
      expect(statSync(`${name}.jsonl`).mode & 0o777).toBe(0o600)
      expect(read('chat')).toMatch(/^Echo: soup for \w+@example\.com, please$/m)
      expect(read('chat') + read('yaml')).not.toContain('hamlet')
      expect(simulator.deliveries.at(-1)?.outcome).toBe('replied')
    },
  )

  it('contains no real name', async () => {
    const bot = botFile('echo')
    const recording = await recordingOf(createEcho(), { args: ['--bot', bot] })
    const { say, end, read, simulator } = recording
    simulator.addUser({ full_name: 'Ada Lovelace', email: 'ada@lovelace.example' })
    simulator.addUser({ full_name: 'Zoë Quux', email: 'zoe@quux.example' })
    await say(
      'Ada Lovelace',
      { channel: 'kitchen', topic: 'Lovelace again' },
      '@**Echo** is @**Zoë Quux** with @*bakers* now?',
    )
    await say(
      'Ada Lovelace',
      { to: ['Echo'] },
      'Ada here, ada@lovelace.example or bob@secret.example, 4929123456789012\n```\nDROP TABLE\n```',
    )
    await say(
      'Hamlet',
      { channel: 'kitchen', topic: 'Lovelace again' },
      '@**Echo** ask **Ada** in #**kitchen>Lovelace again**',
    )
    const { code, out } = await end()
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('The bot passes it.') })
    const shared = read('chat') + read('yaml')
    expect(shared).not.toMatch(/Ada|Lovelace|Zo\u00eb|Quux|Hamlet|bob@secret|127\.0\.0\.1/i)
    const [, name = ''] = /^(\w+ \w+): @\*\*Echo\*\*/m.exec(read('chat')) ?? []
    expect(read('yaml')).toContain(`full_name: ${name}`)
    expect(read('chat')).toContain(`${name.split(' ')[0]} `)
    expect(read('chat')).toMatch(/# (\w+) > (.+)\n[\s\S]*#\*\*\1>\2\*\*/)
  })

  it('has the wait of a handler that slept, and passes', async () => {
    const folder = folderOfTest()
    const source = `import { Bot } from 'earshot'
export const bot = new Bot()
bot.command('remind <text...>', { description: 'Remind' }, async (ctx) => {
  await ctx.sleep(90_000)
  await ctx.reply(\`It is time: \${ctx.args.text}\`)
})
`
    writeFileSync(join(folder, 'bot.ts'), source)
    const at = Date.UTC(2026, 4, 4, 9)
    const message = {
      ...{
        id: 900_001,
        sender_id: 4711,
        sender_full_name: 'Ada Lovelace',
        sender_email: 'ada@lovelace.example',
        type: 'private',
      },
      ...{ content: 'remind bread', subject: '', timestamp: at / 1000 },
      display_recipient: [
        { id: 4711, full_name: 'Ada Lovelace', email: 'ada@lovelace.example' },
        { id: 4712, full_name: 'Clock', email: 'clock@bots.example' },
      ],
    }
    const body = JSON.stringify({
      bot_email: 'clock@bots.example',
      bot_full_name: 'Clock',
      trigger: 'direct_message',
      message,
    })
    const fields = { type: 'direct', to: '[4711]', content: 'It is time: bread' }
    const entries = [
      { kind: 'recording', version: 1, at, site: 'https://chat.example.org', proxy: 'http://127.0.0.1:5003' },
      { kind: 'delivery', id: 1, at: at + 200, request: { body } },
      { kind: 'reply', id: 1, at: at + 5_000, status: 200, body: { json: { response_not_required: true } } },
      {
        kind: 'call',
        id: 2,
        at: at + 90_300,
        caller: 'clock@bots.example',
        method: 'POST',
        path: '/api/v1/messages',
        fields,
      },
      { kind: 'answer', id: 2, at: at + 90_400, status: 200, body: { json: { result: 'success', id: 900_002 } } },
      { kind: 'end', at: at + 100_000 },
    ]
    const file = join(folder, 'clock.jsonl')
    writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    const made = await earshot(['record', '--from', file])
    expect(made, made.err).toMatchObject({
      code: 0,
      out: expect.stringContaining('passes it'),
    })
    expect(readFileSync(join(folder, 'clock.chat'), 'utf8')).toMatch(
      /remind bread\n\[1 minute 30 seconds later\]\nClock: It is time: bread\n$/,
    )
  })

  it('converts a truncated recording and lists what is missing', async () => {
    const bot = botFile('echo')
    const { say, end, read, folder } = await recordingOf(createEcho(), { args: ['--bot', bot] })
    await say('Hamlet', lunch, '@**Echo** soup')
    await say('Hamlet', lunch, '@**Echo** bread')
    await end()
    const whole = read('jsonl')
    const cut = join(folder, 'cut.jsonl')
    writeFileSync(cut, whole)
    truncateSync(cut, whole.lastIndexOf('"content"'))
    const { code, out, err } = await earshot(['record', '--from', cut, '--bot', bot])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('cut.chat: 1 thing that people did') })
    expect(err).toMatch(/^Line \d+ of .*cut\.jsonl is cut off in the middle: that entry is missing\.$/m)
    expect(err).toMatch(/^The recording is cut off: what happened after 20\S+ is missing\.$/m)
    expect(err).toContain("1 delivery without the bot's reply.")
    expect(err).toContain('1 message is left out: the bot failed or was down.')
    writeFileSync(cut, whole.replace(/"kind":"reply"/, '"kind":"rep'))
    expect(await earshot(['record', join(folder, 'again'), '--from', cut, '--bot', bot])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/cut\.jsonl:\d+ can't be read: it is not an entry of a recording/),
    })
  })

  it('answers the bot with 502 while the server is down, and reports it once', async () => {
    const { client, end, proxy } = await recordingOf(createEcho(), { elsewhere: 'http://127.0.0.1:9' })
    const asked = async () => (await fetch(`${proxy}/api/v1/users/me`)).json()
    const answer = {
      result: 'error',
      code: 'BAD_GATEWAY',
      msg: expect.stringContaining("The server can't be reached at http://127.0.0.1:9"),
    }
    expect([await asked(), await asked()]).toEqual([answer, answer])
    await expect(client.users.me()).rejects.toThrow("The server can't be reached")
    const { code, err } = await end()
    expect(code).toBe(2)
    expect(err.match(/^The server can't be reached at .*/gm)).toHaveLength(2)
    expect(err).toContain("This recording can't be used")
  })

  it('answers the server with 502 while the bot is down, and omits these messages', async () => {
    const { say, end, stopBot, simulator, read } = await recordingOf(createEcho())
    await say('Hamlet', lunch, '@**Echo** soup')
    await stopBot()
    await say('Hamlet', lunch, '@**Echo** bread')
    await say('Hamlet', lunch, '@**Echo** salt')
    expect(simulator.deliveries.map(({ attempts }) => attempts.at(-1)?.result)).toMatchObject([
      { status: 200 },
      { status: 502 },
      { status: 502 },
    ])
    const { code, out, err } = await end()
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('It was not run') })
    expect(err.match(/^The bot can't be reached at .*/gm)).toHaveLength(1)
    expect(err).toContain('2 messages are left out: the bot failed or was down.')
    expect(read('chat')).toMatch(/soup/)
    expect(read('chat')).not.toMatch(/bread|salt/)
  })

  it('passes files through unchanged and stores only their size', async () => {
    const { client, end, read, simulator } = await recordingOf(createEcho())
    const bytes = new Uint8Array(300_000).map((_, at) => (at * 31) % 256)
    const { url } = await client.files.upload({ file: new File([bytes], 'bread.bin') })
    const { email, apiKey } = simulator.credentials('Echo')
    const got = await fetch(`${client.site}${url}`, {
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    })
    expect(Buffer.compare(new Uint8Array(await got.arrayBuffer()), bytes)).toBe(0)
    await end()
    expect(read('jsonl').length).toBeLessThan(10_000)
    expect(read('jsonl')).toContain('{"bytes":300000,"type":"application/octet-stream"}')
  })

  it('records a listening bot', async () => {
    const bot = botFile('echo')
    const recording = await recordingOf(createEcho(), { account: 'Ear', type: 'generic', args: ['--bot', bot] })
    const { simulator, proxy, credentials } = recording
    const environment = { EARSHOT_SITE: proxy, EARSHOT_EMAIL: credentials.email, EARSHOT_API_KEY: credentials.apiKey }
    const listener = startEarshot(['listen', bot, '--log', 'text'], { environment })
    await expect.poll(() => recording.read('jsonl')).toContain('"path":"/api/v1/events"')
    simulator.say('Hamlet', { to: ['Ear'] }, 'soup for Iago')
    await expect.poll(() => simulator.messages({ dm: ['Hamlet', 'Ear'] }).length).toBe(2)
    await listener.end('SIGTERM')
    expect(await recording.end()).toMatchObject({ code: 0, out: expect.stringContaining('The bot passes it.') })
    expect(recording.read('chat')).toMatch(/^by: events\n/)
  })

  it('rejects invalid arguments before it starts', async () => {
    const folder = folderOfTest()
    writeFileSync(join(folder, 'old.jsonl'), '')
    const simulator = createSimulator()
    onTestFinished(() => simulator.close())
    const { port } = await simulator.serve()
    writeFileSync(join(folder, 'broken.mjs'), 'throw new Error("no flour")')
    const site = ['--site', 'http://127.0.0.1:9', '--port', '0']
    const refused = async (...args: string[]) => {
      const { code, out, err } = await earshot(['record', ...args])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      return err
    }
    expect(await refused(join(folder, 'old'), ...site)).toContain('already exists. Give another name')
    const taken = await earshot(['record', join(folder, 'new'), ...site, '--port', String(port)])
    expect(taken).toMatchObject({ code: 1, err: expect.stringContaining(`${port}`) })
    expect(existsSync(join(folder, 'new.jsonl'))).toBe(false)
    expect(await refused('new', '--bot', join(folder, 'broken.mjs'), ...site)).toContain('no flour')
    expect(await refused('new')).toContain("The server's address is missing")
    expect(await refused('new', ...site, '--to', 'bot')).toContain('The bot\'s address "bot" is invalid')
    expect(await refused('new', '--from', join(folder, 'old.jsonl'))).toContain('is not a recording')
    expect(await refused('new', '--from', join(folder, 'none.jsonl'))).toContain("can't be read")
  })
})
