import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlite } from 'earshot/node'
import type { QueueEntry } from 'earshot/queue'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DoctorFlags } from '../../src/cli/doctor/doctor.js'
import { hasRedis, startRedis } from '../storage/redisServer.js'
import { bakery, diagnosed, earshotDoctor, file, folder, nowhere, servedEcho, something } from './doctoring.js'
import { changeInto } from './inProcess.js'

changeInto()

/** The sources, which a file elsewhere can't import by their name. */
const earshotModule = new URL('../../src/index.ts', import.meta.url).href

/** The bakery with Echo in a channel, served and connected: all is well. */
async function well() {
  const world = await bakery()
  const { simulator, url: site, echo, rc } = world
  const served = await servedEcho({ site, email: echo.email, apiKey: echo.api_key, token: echo.token ?? '' })
  simulator.connect('Echo', served.url)
  simulator.realm.do('subscribe', echo.user_id, 'general')
  return { ...world, ...served, site, config: rc() }
}

describe('earshot doctor with a valid setup', () => {
  it('prints a line for each check and runs no handler', async () => {
    const { config, handled, echo } = await well()
    const { code, out, err } = await earshotDoctor(['--config', config])
    expect(out.split('\n').map((line) => line.slice(0, 17).trim())).toEqual([
      '✓ node',
      '✓ configuration',
      '– queue',
      '– storage',
      '✓ server',
      '✓ clock',
      '✓ level',
      '✓ credentials',
      '✓ account',
      '✓ token',
      '✓ channels',
      '✓ address',
      '✓ wrong token',
      '',
      'All is well.',
      '',
    ])
    expect({ code, err, handled }).toEqual({ code: 0, err: '', handled: [] })
    for (const secret of [echo.api_key, String(echo.token)]) expect(out).not.toContain(secret)
  })

  it('prints JSON and checks credentials of the environment, owner and storage', async () => {
    const { url, site, echo, user } = await well()
    const owner = user('Iago')
    const storage = join(folder(), 'bot.sqlite')
    const environment = {
      EARSHOT_SITE: site,
      EARSHOT_EMAIL: echo.email,
      EARSHOT_API_KEY: echo.api_key,
      EARSHOT_TOKEN: `${'n'.repeat(32)},${echo.token}`,
      EARSHOT_OWNER_EMAIL: owner.email,
      EARSHOT_OWNER_API_KEY_FILE: file(`${owner.api_key}\n`, 'owner-key'),
      EARSHOT_STORAGE: storage,
    }
    const { code, result, of } = await diagnosed({ url: new URL(url) }, environment)
    expect(of('configuration')[0]?.message).toContain('the environment')
    expect(of('owner')).toMatchObject([{ status: 'ok', message: expect.stringContaining('Iago owns the bot') }])
    expect(of('storage')).toMatchObject([
      { status: 'skipped', message: expect.stringContaining('creates it when it starts') },
    ])
    expect(of('token')).toMatchObject([{ status: 'ok', bot: echo.email }])
    expect(of('address')).toMatchObject([
      { status: 'ok' },
      { status: 'warning', message: 'The running bot knows 1 of the 2 tokens' },
    ])
    expect({ code, result }).toEqual({ code: 0, result: 'warning' })
  })
})

describe('earshot doctor and the configuration', () => {
  it('lists all errors, skips the other checks, and exits with 2', async () => {
    const { rc } = await bakery()
    const config = rc({ email: 'Echo', token: undefined, tokn: 'abc' })
    const { code, out } = await earshotDoctor(['--config', config])
    expect(out.replaceAll(config, 'FILE').split('\n').slice(1)).toEqual([
      '✗ configuration  FILE, [api], line 2: email is "Echo", which is not an e-mail address',
      "                 → Give the bot's own address, as the chat server shows it, such as echo-bot@chat.example.com.",
      '✗ configuration  FILE, [api], line 5: tokn is not an option of Earshot, so it is not read',
      '                 → Did you mean token?',
      '',
      'The other checks were skipped: fix the configuration first.',
      '',
    ])
    expect(code).toBe(2)
  })

  it('lists where it looked for credentials and exits with 2', async () => {
    const { code, out } = await earshotDoctor(['--json'])
    expect(JSON.parse(out)).toMatchObject({
      result: 'failed',
      findings: [{ check: 'node' }, { check: 'configuration', message: expect.stringContaining('EARSHOT_SITE') }],
    })
    expect(code).toBe(2)
  })

  it.each([
    ['an invalid address', ['--url', 'bots']],
    ['an unknown option', ['--fix']],
    ['a missing file', ['nowhere.ts']],
  ])('exits with 2 for %s', async (_, args) => {
    const { code, err } = await earshotDoctor(args)
    expect(code).toBe(2)
    expect(err).not.toBe('')
  })

  it('warns of unused options and continues', async () => {
    const { rc } = await bakery()
    const { code, of } = await diagnosed({ config: rc({ client_cert: 'me.pem' }), url: new URL(await nowhere()) })
    expect(of('configuration')).toMatchObject([
      {
        status: 'warning',
        message: expect.stringContaining('client_cert'),
        advice: expect.stringContaining('connections'),
      },
      { status: 'ok' },
    ])
    expect(code).toBe(1)
  })

  it('checks each bot of a file and labels findings with its address', async () => {
    const { rc, echo, bot, url } = await bakery()
    const night = bot('Night Shift')
    const second = `[night]\nemail=${night.email}\nkey=${night.api_key}\nsite=${url}\ntoken=${night.token}\n`
    const config = file(`[echo]\nemail=${echo.email}\nkey=${echo.api_key}\nsite=${url}\ntoken=${echo.token}\n${second}`)
    const { of } = await diagnosed({ config: config })
    expect(of('credentials')).toMatchObject([
      { status: 'ok', bot: echo.email },
      {
        status: 'failed',
        bot: night.email,
        message: expect.stringContaining('deactivated'),
        advice: expect.stringContaining('reactivate'),
      },
    ])
    expect((await diagnosed({ config, section: 'echo' })).of('credentials')).toHaveLength(1)
    expect((await diagnosed({ config: rc(), section: 'eco' })).code).toBe(2)
  })

  it('reports unreachable storage', async () => {
    const { rc } = await bakery()
    const { of, code } = await diagnosed(
      { config: rc() },
      {
        EARSHOT_STORAGE: (await nowhere()).replace('http', 'redis'),
      },
    )
    expect(of('storage')).toMatchObject([
      { status: 'failed', advice: expect.stringContaining("Redis can't be reached") },
    ])
    expect(code).toBe(1)
  })
})

describe('earshot doctor and the queue', () => {
  const entry = (number: number, more: Partial<QueueEntry> = {}): QueueEntry => ({
    id: `d-${number}`,
    key: `key ${number}`,
    bot: 'echo-bot@bakery.example',
    conversation: `place ${number}`,
    message: number,
    sender: '7',
    notification: '{}',
    arrived: Date.now(),
    ...more,
  })
  const about = async (queue: string) => {
    const { rc } = await bakery()
    const { of, code } = await diagnosed({ config: rc() }, { EARSHOT_QUEUE: queue })
    return { lines: of('queue'), storage: of('storage'), code }
  }

  it('reports the length of the queue and that storage is usable', async () => {
    const path = join(folder(), 'bots.db')
    const queue = await sqlite(path).openQueue()
    await queue.put(entry(1))
    await queue.close()
    const { lines, storage } = await about(`sqlite:${path}`)
    expect(lines).toMatchObject([{ status: 'ok', message: expect.stringContaining('1 waits, 0 are being handled') }])
    expect(storage).toMatchObject([{ status: 'ok', message: expect.stringContaining('bots.db can be written to') }])
  })

  it('checks the queue given on the command line', async () => {
    const path = join(folder(), 'bots.db')
    await (await sqlite(path).openQueue()).close()
    const { rc } = await bakery()
    const { of } = await diagnosed({ config: rc(), queue: `sqlite:${path}` }, { EARSHOT_QUEUE: 'inline' })
    expect(of('queue')).toMatchObject([{ status: 'ok', message: expect.stringContaining('0 wait') }])
    await expect(diagnosed({ config: rc(), queue: 'disk' })).rejects.toThrow('Earshot knows no such kind of queue')
  })

  it('warns of dead letters and of old waiting deliveries', async () => {
    const path = join(folder(), 'bots.db')
    const queue = await sqlite(path).openQueue()
    await queue.put(entry(1))
    const work = queue.work((job) => job.settle({ kind: 'dead', reason: 'failed', error: 'It rained.' }), {
      concurrency: 1,
    })
    await expect.poll(async () => (await queue.status()).dead).toBe(1)
    await work.stop()
    await queue.put(entry(2, { arrived: Date.now() - 42 * 60_000 }))
    await queue.close()
    const { lines } = await about(`sqlite:${path}`)
    expect(lines).toMatchObject([
      { status: 'warning', message: expect.stringContaining('42 minutes ago'), advice: expect.stringContaining('log') },
      { status: 'warning', message: expect.stringContaining('1 delivery is a dead letter') },
    ])
  })

  it('fails if it is full', async () => {
    const path = join(folder(), 'bots.db')
    const queue = await sqlite(path).openQueue()
    await Promise.all(Array.from({ length: 10_000 }, (_, index) => queue.put(entry(index))))
    await queue.close()
    const { lines, code } = await about(`sqlite:${path}`)
    expect(lines).toMatchObject([{ status: 'failed', message: expect.stringContaining('is full: 10000 wait') }])
    expect(code).toBe(1)
  })

  it("doesn't create a missing file, and reports an invalid one", async () => {
    const path = join(folder(), 'bots.db')
    expect((await about(`sqlite:${path}`)).lines).toMatchObject([{ status: 'skipped' }])
    expect(existsSync(path)).toBe(false)
    writeFileSync(path, 'Flour, butter, cardamom. '.repeat(200))
    expect((await about(`sqlite:${path}`)).lines).toMatchObject([
      { status: 'failed', message: expect.stringContaining('bots.db') },
    ])
  })

  it('reports an unreachable queue', async () => {
    const { lines, code } = await about((await nowhere()).replace('http', 'redis'))
    expect(lines).toMatchObject([{ status: 'failed', advice: expect.stringContaining("Redis can't be reached") }])
    expect(code).toBe(1)
  })

  it.skipIf(!hasRedis)('warns of Redis settings that may lose deliveries', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    const { lines } = await about(server.address)
    expect(lines).toMatchObject([
      { status: 'warning', advice: 'Set appendonly to yes and appendfsync to always.' },
      { status: 'ok', message: expect.stringContaining('can be reached') },
    ])
  })
})

describe('earshot doctor and the chat server', () => {
  const page = (status: number, headers = {}) =>
    something((_, response) =>
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<p>Bread</p>'),
    )

  it.each([
    ['nothing listens', nowhere, 'Nothing listens', 'Start it'],
    ['the name is unknown', async () => 'https://chat.invalid', /DNS|can't be reached/, /address|network/],
    [
      'it speaks plain HTTP',
      async () => (await page(200)).replace('http:', 'https:'),
      "doesn't speak HTTPS",
      'http://',
    ],
    ['it is a web site', () => page(200), 'supported chat server', 'where people open the chat'],
    ['it has no such page', () => page(404), 'supported chat server', 'where people open the chat'],
    ['it is behind a proxy that does not reach it', () => page(502), 'is failing', 'Try again later'],
    [
      'it redirects',
      () => page(301, { location: 'https://chat.example.com/' }),
      'redirects to https://chat.example.com',
      'Set the site',
    ],
    ['it hangs up', () => something((request) => request.socket.destroy()), 'closed the connection', 'https://'],
  ])('reports that %s', async (_, server, message, advice) => {
    const { rc } = await bakery()
    const { of, code } = await diagnosed({ config: rc({ site: await server() }) })
    const [line] = of('server')
    expect(line).toMatchObject({ status: 'failed' })
    expect(line?.message).toMatch(message)
    expect(line?.advice).toMatch(advice)
    expect(of('credentials')).toEqual([])
    expect(of('token')).toMatchObject([{ status: 'skipped' }])
    expect(code).toBe(1)
  })

  it.each([
    ['svc', 'zulip'],
    ['zulip', 'svc'],
  ] as const)('detects the dialect %s and reports a configured dialect %s', async (dialect, other) => {
    const { rc } = await bakery({ dialect })
    const kind = dialect === 'zulip' ? 'a Zulip server' : 'a chat server'
    const message = expect.stringContaining(`is ${kind}, version 12.0`)
    expect((await diagnosed({ config: rc() })).of('server')).toMatchObject([{ status: 'ok', message }])
    expect((await diagnosed({ config: rc({ dialect }) })).of('server')).toMatchObject([{ status: 'ok' }])
    const { of } = await diagnosed({ config: rc({ dialect: other }) })
    expect(of('server')).toMatchObject([{ status: 'failed', advice: expect.stringContaining('Remove `dialect`') }])
  })

  it.each([
    ['every call of server.settings answers 503', 'server', 'failed', 'is failing'],
    ['every call of users.me answers 500', 'credentials', 'failed', 'request'],
    ['every call by Echo finds the key revoked', 'credentials', 'failed', 'Invalid API key'],
    ['every call of subscriptions.list answers 500', 'channels', 'skipped', 'request'],
  ])('reports the failure: %s', async (fault, check, status, message) => {
    const { simulator, rc } = await bakery()
    simulator.faults.add(fault)
    const { of } = await diagnosed({ config: rc() })
    expect(of(check)).toMatchObject([{ status, message: expect.stringContaining(message) }])
  })

  it('reports how far the clock is off', async () => {
    const { rc, url } = await bakery()
    const late = await something(async (request, response) => {
      const answer = await fetch(url + request.url, { headers: { authorization: request.headers.authorization ?? '' } })
      response
        .writeHead(answer.status, { date: new Date(Date.now() - 3_600_000).toUTCString() })
        .end(await answer.text())
    })
    const { of } = await diagnosed({ config: rc({ site: late }) })
    expect(of('clock')).toMatchObject([
      { status: 'warning', message: expect.stringMatching(/(3600|3599|3601) s ahead of/) },
    ])
  })
})

describe('earshot doctor and requirements of a bot', () => {
  /** A bot's file, with its transcript beside it. */
  const botFile = (code: string, transcript = '') => {
    const path = file(`import { Bot } from '${earshotModule}'\nexport const bot = new Bot()\n${code}\n`, 'bot.ts')
    writeFileSync(join(path, '..', 'lunch.chat'), transcript)
    return path
  }

  it('warns of a group in access that the server does not have', async () => {
    const { rc } = await bakery()
    const code = "bot.command('bake', { description: 'Bake', access: ['owner', { group: 'bakrs' }] }, () => 'Baked')"
    const { of, code: exit } = await diagnosed({ file: botFile(code), config: rc() })
    expect(of('groups')).toMatchObject([{ status: 'warning', message: expect.stringContaining('called bakrs') }])
    expect(exit).toBe(1) // Nothing answers at its address.
  })

  it.each([
    ["async () => void (await fetch('https://bank.example', { method: 'POST' }))", "method: 'POST'"],
    ["async () => void (await axios.post('https://bank.example'))", '.post('],
    ["async (ctx) => { await ctx.once('note', () => 1); await fetch('x', { method: 'patch' }) }", "method: 'patch'"],
    ["async (ctx) => void (await ctx.once('pay', () => fetch('x', { method: 'POST', body: String(1) })))", undefined],
    ["async (ctx) => { await fetch('https://bank.example'); await ctx.client.messages.send({}) }", undefined],
    ["async (ctx) => { await ctx.client.users.create({}); return 'method' }", undefined],
  ])('warns of `retry: true` only if something is posted again: %s', async (handler, found) => {
    const { rc } = await bakery()
    const command = (name: string, retry: string) =>
      `bot.command('${name}', { description: 'x', aliases: ['z${name}'] ${retry} }, ${handler})`
    const path = botFile(
      [command('pay', ', retry: true'), command('may', ''), command('never', ', retry: false')].join('\n'),
    )
    const messages = (await diagnosed({ file: path, config: rc() })).of('retries').map(({ message }) => message)
    expect(messages).toEqual(
      found === undefined
        ? []
        : [expect.stringMatching(/^The command `pay` has `retry: true`.* outside of ctx\.once: /)],
    )
    if (found !== undefined) expect(messages[0]?.replaceAll('"', "'")).toContain(found)
  })

  it.each([100, 387, 496])('finds an existing group at level %i', async (featureLevel) => {
    const { rc } = await bakery({ featureLevel })
    const path = botFile("bot.command('bake', { description: 'Bake', access: { group: 'bakers' } }, () => 'Baked')")
    expect((await diagnosed({ file: path, config: rc() })).of('groups')).toMatchObject([{ status: 'ok' }])
  })

  it("reports that the account can't look up groups", async () => {
    const { rc, simulator } = await bakery()
    simulator.faults.add('every call of userGroups.list answers 500')
    const path = botFile("bot.command('bake', { description: 'Bake', access: { group: 'bakers' } }, () => 'Baked')")
    expect((await diagnosed({ file: path, config: rc() })).of('groups')).toMatchObject([{ status: 'failed' }])
  })

  it('includes calls that transcripts beside the file expect', async () => {
    const transcript = [
      '# general > lunch',
      'Iago: @**Echo** lunch',
      '* channelFolders.list',
      '* as Iago: bots.list',
      '* messages.send type=stream to=1 topic=lunch content=Soup read_by_sender=true',
      '[from level 250] * messages.list narrow=[] anchor=newest num_before=1 num_after=0 message_ids=[1]',
    ].join('\n')
    const { rc } = await bakery({ featureLevel: 169 })
    const { of } = await diagnosed({ file: botFile('', transcript), config: rc() })
    expect(of('level')).toMatchObject([
      { status: 'failed', message: expect.stringMatching(/channelFolders\.list \(from level/) },
    ])
    expect(of('level')[0]?.message).toContain('messages.send with read_by_sender (from level 236 on)')
    expect(of('level')[0]?.message).not.toContain('message_ids')
  })

  it("includes calls that transcripts tell in words, if they are the bot's", async () => {
    const transcript = [
      '# general > lunch',
      'Iago: @**Echo** done',
      'Echo moves "@**Echo** done" and the whole topic to # general > ✔ lunch',
      'Echo reacts with :tada:',
      'Iago uploads menu.txt: soup',
    ].join('\n')
    const { rc } = await bakery()
    const { of } = await diagnosed({ file: botFile('', transcript), config: rc() })
    expect(of('level')).toMatchObject([
      { status: 'ok', message: expect.stringContaining("enough for the 2 endpoints in the bot's transcripts") },
    ])
    expect(of('access')).toMatchObject([{ status: 'ok' }])
  })

  it.each([
    [387, 'emoji.upload (not for guests or bots), userGroups.members (not for guests or bots)'],
    [496, 'emoji.upload (not for guests or bots)'],
  ])(
    'says what a server of level %i refuses to the bot, of what its transcripts call',
    async (featureLevel, refused) => {
      const transcript = [
        '# general > lunch',
        'Iago: @**Echo** lunch',
        '* emoji.upload emoji_name=soup',
        '* as Iago: emoji.list',
        '* userGroups.list',
        '* userGroups.members user_group_id=1',
      ].join('\n')
      const { rc } = await bakery({ featureLevel })
      const { of, code } = await diagnosed({ file: botFile('', transcript), config: rc() })
      expect(of('access')).toMatchObject([
        { status: 'failed', message: `The server refuses these calls to the account: ${refused}` },
      ])
      expect(code).toBe(1)
    },
  )

  it('looks for nothing in the code of handlers', async () => {
    const { rc } = await bakery({ featureLevel: 169 })
    const code = "bot.hears('folders', async (ctx) => void (await ctx.client.channelFolders.list({})))"
    const { of } = await diagnosed({ file: botFile(code), config: rc() })
    expect(of('level')).toMatchObject([
      { status: 'ok', message: expect.stringContaining('no transcript beside the bot shows it call an endpoint') },
    ])
    expect(of('groups')).toEqual([])
  })

  it('lists handlers that webhooks never call', async () => {
    const { rc, bot } = await bakery()
    const path = botFile('bot.onReaction(() => {}).onEdit(() => {})')
    const message = expect.stringContaining('onReaction, onEdit')
    expect((await diagnosed({ file: path, config: rc() })).of('events')).toMatchObject([{ status: 'warning', message }])
    const { email, api_key: key } = bot('Yeast Counter')
    const listening = await diagnosed({ file: path, config: rc({ email, key, token: undefined }) })
    expect(listening.of('events')).toMatchObject([{ status: 'ok', message }])
    expect((await diagnosed({ file: botFile(''), config: rc() })).of('events')).toEqual([])
  })

  it('warns of data that would be lost without storage, and of nothing else', async () => {
    const { rc } = await bakery()
    const storage = async (code: string, flags: DoctorFlags = {}) =>
      (await diagnosed({ file: botFile(code), config: rc(), ...flags })).of('storage')
    const timed = "bot.every('every day at 9:00', {}, () => {})"
    const lost = 'The last runs of schedules: kept in memory'
    expect(await storage(timed)).toMatchObject([{ status: 'warning', message: expect.stringContaining(lost) }])
    expect(await storage(timed, { storage: 'memory' })).toMatchObject([{ status: 'skipped' }])
    expect(await storage(timed, { storage: join(folder(), 'bot.db') })).toMatchObject([{ status: 'skipped' }])
    expect(await storage('')).toMatchObject([{ status: 'ok', message: 'The bot declares nothing that has to be kept' }])
    await expect(storage('', { storage: 'disk' })).rejects.toThrow('Earshot knows no such kind of storage')
  })
})

describe('earshot doctor and the account', () => {
  it('reports a wrong key', async () => {
    const { rc } = await bakery()
    const { of, code } = await diagnosed({ config: rc({ key: 'w'.repeat(32) }) })
    expect(of('credentials')).toMatchObject([
      {
        status: 'failed',
        message: expect.stringContaining('Invalid API key (HTTP 401)'),
        advice: expect.stringContaining('Copy the key again'),
      },
    ])
    expect(code).toBe(1)
  })

  it.each([
    ['Yeast Counter', 'ok', 'can listen'],
    ['Echo', 'failed', 'its token is missing'],
    ['Timer', 'failed', "can't listen"],
    ['Iago', 'warning', 'a person'],
  ])('checks without a token whether the account of %s can listen', async (name, status, message) => {
    const { rc, bot, user } = await bakery()
    const { email, api_key: key } = name === 'Iago' ? user(name) : bot(name)
    const { of, code } = await diagnosed({ config: rc({ email, key, token: undefined }) })
    expect(of('account')).toMatchObject([{ status, message: expect.stringContaining(message) }])
    expect([of('token'), of('address')]).toEqual([[], []])
    expect(code).toBe(status === 'failed' ? 1 : 0)
  })

  it.each([
    ['Iago', 'is a person'],
    ['Yeast Counter', 'of the type generic'],
    ['Timer', 'of the type embedded'],
  ])('reports that an account such as that of %s receives no webhooks', async (name, message) => {
    const { rc, bot, user } = await bakery()
    const { email, api_key: key } = name === 'Iago' ? user(name) : bot(name)
    const { of, code } = await diagnosed({ config: rc({ email, key, token: 'anything'.repeat(4) }) })
    expect(of('account')).toMatchObject([
      {
        status: 'failed',
        message: expect.stringContaining(message),
        advice: expect.stringContaining('Outgoing webhook'),
      },
    ])
    expect(of('token')).toMatchObject([{ status: 'skipped' }])
    expect(code).toBe(1)
  })

  it('reports that the bot is an incoming webhook', async () => {
    const { rc, bot } = await bakery()
    const { email, api_key: key } = bot('Oven Alarm')
    const { of } = await diagnosed({ config: rc({ email, key, token: 'anything'.repeat(4) }) })
    expect(of('credentials')).toMatchObject([{ status: 'failed', advice: expect.stringContaining('Outgoing webhook') }])
  })

  it("reports a wrong owner or owner's key", async () => {
    const { rc, user } = await bakery()
    const { email: owner_email, api_key: owner_key } = user('Hamlet')
    expect((await diagnosed({ config: rc({ owner_email, owner_key }) })).of('owner')).toMatchObject([
      { status: 'warning', message: expect.stringContaining('is not the owner') },
    ])
    expect((await diagnosed({ config: rc({ owner_email, owner_key: 'w'.repeat(32) }) })).of('owner')).toMatchObject([
      { status: 'failed', advice: expect.stringContaining("owner's key") },
    ])
  })

  it('reports a wrong token', async () => {
    const { rc } = await bakery()
    const { of, code } = await diagnosed({ config: rc({ token: 'w'.repeat(32) }) })
    expect(of('token')).toMatchObject([{ status: 'failed', advice: expect.stringContaining('Copy it again') }])
    expect(code).toBe(1)
  })

  it('warns of a bot without channels', async () => {
    const { rc } = await bakery()
    const { of } = await diagnosed({ config: rc() })
    expect(of('channels')).toMatchObject([{ status: 'warning', message: expect.stringContaining('private channel') }])
  })
})

describe("earshot doctor and the bot's address", () => {
  const answering = (status: number, text: string, headers = {}) =>
    something((_, response) => response.writeHead(status, headers).end(text))

  it.each([
    ['nothing listens there', nowhere, 'Nothing listens'],
    ['another bot listens there', () => answering(401, '{}'), "doesn't know the bot"],
    ['there is nothing at the path', () => answering(404, ''), 'nothing at this path'],
    ['it is a page', () => answering(405, ''), "doesn't accept POST"],
    ['the bot fails', () => answering(500, ''), 'answers HTTP 500'],
    ['a proxy does not reach it', () => answering(502, ''), "a proxy that can't reach the bot"],
    ['it redirects', () => answering(302, '', { location: '/bot' }), 'redirects to /bot'],
    ["it doesn't answer JSON", () => answering(200, 'ok'), 'other than a JSON object'],
    ["it answers JSON that isn't an object", () => answering(200, '[]'), 'other than a JSON object'],
    ['it hangs up', () => something((request) => request.socket.destroy()), 'closed the connection'],
  ])('reports that %s', async (_, address, message) => {
    const { rc } = await bakery()
    const { of, code } = await diagnosed({ config: rc(), url: new URL(await address()) })
    const line = of('address').at(-1)
    expect(line).toMatchObject({ status: 'failed', message: expect.stringContaining(message) })
    expect(line?.advice).toMatch(/^[A-Z].+\.$/)
    expect(of('wrong token')).toMatchObject([{ status: 'skipped' }])
    expect(code).toBe(1)
  })

  it('reports that the bot accepts a wrong token', async () => {
    const { rc } = await bakery()
    const { of, code } = await diagnosed({ config: rc(), url: new URL(await answering(200, '{}')) })
    expect(of('address').at(-1)).toMatchObject({ status: 'ok' })
    expect(of('wrong token')).toMatchObject([{ status: 'failed', message: expect.stringContaining('anyone') }])
    expect(code).toBe(1)
  })

  it('only warns if nothing runs at the configured port', async () => {
    const { url, rc, user } = await bakery()
    const { port } = new URL(await nowhere())
    // A server that tells nobody where it posts.
    const shy = await something(async (request, response) => {
      if (request.url?.startsWith('/sim')) return void response.writeHead(404).end()
      const answer = await fetch(url + request.url, {
        method: request.method ?? 'GET',
        headers: { authorization: request.headers.authorization ?? '' },
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    expect(user('Iago').is_active).toBe(true)
    const { of } = await diagnosed({ config: rc({ site: shy }) }, { PORT: port })
    expect(of('address')).toMatchObject([
      { status: 'warning', message: expect.stringContaining("isn't running on this machine") },
    ])
    expect(of('token')).toMatchObject([{ status: 'skipped', message: expect.stringContaining('Nobody has written') }])
  })
})

describe('the earshot doctor process', () => {
  it.each([
    ['a wrong key', { key: 'w'.repeat(32) }, '✗ credentials', 'The server rejects the address or the key'],
    ['a wrong token', { token: 'w'.repeat(32) }, '✗ token', 'The server posts with another token'],
    ['a wrong address of the server', { site: 'http://127.0.0.1:1' }, '✗ server', 'Nothing listens'],
  ])('exits with 1 for %s', async (_, changes, line, message) => {
    const { rc } = await bakery()
    const { code, out } = await earshotDoctor(['--config', rc(changes)])
    expect(out).toContain(line)
    expect(out).toContain(message)
    expect(out).toMatch(/\n\d failed, \d warnings?\.\n$/)
    expect(out).not.toContain('w'.repeat(32))
    expect(code).toBe(1)
  })
})
