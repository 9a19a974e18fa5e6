import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordedIn } from '../../../src/cli/replay/recorded.js'
import { changeInto, earshot, type RunOptions } from '../inProcess.js'
import * as process from '../process.js'
import { createProject } from '../project.js'
import { simulated } from '../simulated.js'

const project = createProject()
let here: Awaited<ReturnType<typeof simulated>>
let control: (path: string) => Promise<string>
beforeAll(async () => {
  here = await simulated()
  control = async (path) => (await fetch(`${here.url}/sim${path}`)).text()
  here.simulator.say('iago', { channel: 'general', topic: 'lunch' }, '@**Echo** soup')
  here.simulator.say('hamlet', { to: ['echo'] }, 'hello')
  await here.simulator.idle()
  project.write('one.json', await control('/deliveries/1'))
  project.write('all.json', await control('/deliveries'))
})
afterAll(async () => {
  await here.close()
  project.remove()
})

changeInto(project.folder)

const replay = (args: readonly string[], options: RunOptions = {}) => earshot(['replay', ...args], options)

describe('earshot replay', () => {
  it('posts what a simulator exported, and says how the answer is read', async () => {
    const { code, out, err } = await replay(['one.json', '--to', here.bot, '--token', here.token])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^one\.json: to echo-bot@example\.com, message \d+\n {2}200 in \d+ ms\n {2}answer: \{"content":"You said: soup"\}\n {2}reply: You said: soup\n$/,
    )
  })

  it('takes the masked token from the simulator or the environment, and says so where nobody knows it', async () => {
    const [fromSimulator, fromEnvironment, unknown, wrong] = await Promise.all([
      replay(['all.json', '--to', here.bot, '--simulator', here.url, '--json']),
      replay(['one.json', '--to', here.bot], { environment: { EARSHOT_TOKEN: here.token } }),
      replay(['one.json', '--to', here.bot]),
      replay(['one.json', '--to', here.bot, '--token', 'wrong']),
    ])
    expect(JSON.parse(fromSimulator.out)).toMatchObject([
      { number: 1, posted: { status: 200, reading: { kind: 'reply', content: 'You said: soup' } } },
      { number: 2, posted: { status: 200, reading: { kind: 'reply', content: 'Privately: hello' } } },
    ])
    expect(fromEnvironment.code).toBe(0)
    expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining('is masked') })
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining('Failure! Third party responded with 401') })
    for (const { out, err } of [fromSimulator, fromEnvironment, unknown, wrong])
      expect(out + err).not.toContain(here.token)
  })

  it('sends nothing where the token of one of several is masked and unknown', async () => {
    const recorded = JSON.parse(JSON.parse(await control('/deliveries/1')).request.body)
    project.write('open.json', JSON.stringify({ ...recorded, token: here.token }))
    expect(await replay(['open.json', 'one.json', '--to', here.bot])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('The token in one.json is masked'),
    })
  })

  it('says which fields are wrong, and sends it only when forced', async () => {
    const edited = JSON.parse(JSON.parse(await control('/deliveries/1')).request.body)
    const input = JSON.stringify({ ...edited, token: here.token, message: { ...edited.message, sender_id: 'seven' } })
    const [held, forced] = await Promise.all([
      replay(['-', '--to', here.bot], { input }),
      replay(['-', '--to', here.bot, '--force'], { input }),
    ])
    expect(held.code).toBe(2)
    expect(held.out).toMatch(/message\.sender_id: expected number, received string\n {2}not sent; --force/)
    expect(forced).toMatchObject({ code: 1, out: expect.stringContaining('400 in ') })
  })

  it('runs a bot of a file in this process, and tells what it called where there is no server', async () => {
    const source = `import { Bot } from 'earshot'
export const bot = new Bot().onMention(({ text }) => 'From the file: ' + text).onDirectMessage(async (ctx) => {
  await ctx.reply('one')
  await ctx.reply('two')
})
`
    project.write('bot.ts', source)
    const { code, out, err } = await process.earshot(['replay', 'all.json', '--bot', 'bot.ts'], {
      folder: project.folder,
    })
    expect([code, out]).toEqual([0, expect.stringContaining('reply: From the file: soup\n')])
    expect(out).toMatch(/Something went wrong; delivery /)
    expect(err).toContain('The bot called GET /api/v1/server_settings')
    expect(err).not.toMatch(/\n +at /)
  })

  it.each([
    [['one.json'], 'There is nothing to replay to', 2],
    [['one.json', '--to', 'http://127.0.0.1:1', '--bot', 'bot.ts'], '--to and --bot were both given', 2],
    [['one.json', '--to', 'ftp://x', '--token', 'x'], 'The bot\'s address "ftp://x" is invalid', 2],
    [['nowhere.json', '--to', 'localhost:1'], "nowhere.json can't be read: there is no such file", 2],
    [['-', '--to', 'localhost:1'], 'The file - holds no delivery: it is empty', 2],
    [['one.json', '--bot', 'nowhere.ts'], 'There is no file', 2],
  ] as const)('says what is wrong with %j', async (args, sentence, code) => {
    const result = await replay(args)
    expect(result.err).toContain(sentence)
    expect(result.code).toBe(code)
  })

  it('says that nobody listens, as users would read it', async () => {
    const { code, out } = await replay(['one.json', '--to', 'http://127.0.0.1:1', '--token', 'x'])
    expect(code).toBe(1)
    expect(out).toContain('failure: Failure! Bot is unavailable (connect ECONNREFUSED 127.0.0.1:1)')
  })
})

describe('what is recorded in a file', () => {
  const notification = { bot_email: 'a@b.c', trigger: 'mention', message: { id: 5 } }
  const body = JSON.stringify(notification)

  it.each([
    ['a notification', body, 1],
    ['a list of them', `[${body}, ${body}]`, 2],
    ['a record of a delivery', JSON.stringify({ id: 1, request: { body } }), 1],
    ['a page of records', JSON.stringify({ deliveries: [{ request: { body } }, { request: { body } }] }), 2],
    ['a journal', `{"kind":"clock","from":1}\n${JSON.stringify({ kind: 'delivery', request: { body } })}\n`, 1],
    ['an archive', JSON.stringify({ log: { entries: [{ request: { postData: { text: body } } }] } }), 1],
    ['one that was mistyped', '{"mesage": 5}', 1],
  ])('is found in %s', (_, text, count) => {
    expect(recordedIn('file', text)).toHaveLength(count)
  })

  it('is left as it was written where it stands alone', () => {
    expect(recordedIn('file', `  ${body}\n`)[0]?.text).toBe(`  ${body}\n`)
  })

  it.each([
    '',
    '   ',
    'hello',
    '[]',
    '5',
    'null',
    '{"deliveries":[]}',
    '[{"a":1}]',
    '{"kind":"clock"}\n{"kind":"level"}',
  ])('is missed in %j', (text) => {
    expect(() => recordedIn('file', text)).toThrow('holds no delivery')
  })
})
