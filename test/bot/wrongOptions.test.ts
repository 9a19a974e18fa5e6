import { Bot, Composer, cooldown, idempotence, session, timing, typing } from 'earshot'
import { assistant, openAiModel, tool } from 'earshot/assistant'
import { Client, rateLimiter } from 'earshot/client'
import { createListener } from 'earshot/listener'
import { credentialsFromFile, listen, redis, serve, sqlite, undiciTransport, work } from 'earshot/node'
import { registeredTracing, tracing } from 'earshot/opentelemetry'
import { createWorker, memoryQueue } from 'earshot/queue'
import { createReceiver } from 'earshot/receiver'
import { createSimulator, openSimulator } from 'earshot/simulator'
import { createStorage, memoryStorage, withLock } from 'earshot/storage'
import {
  drift,
  fakeModelApi,
  matrix,
  parseTranscript,
  runTranscript,
  runTranscriptFile,
  testBot,
} from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { consoleLog } from '../../src/receiver/index.js'
import { commandRun } from '../../src/testing/matrix/command.js'

const bot = new Bot()
const account = { site: 'https://chat.example.com', email: 'echo-bot@example.com', apiKey: 'k'.repeat(32) }
const bots = [{ bot, credentials: account, tokens: ['t'.repeat(32)] }]

/** What JavaScript lets people write. */
const untyped = (options: object) => options as never

describe('an option with a typo', () => {
  it.each<[name: string, meant: string, call: () => unknown]>([
    ['prot', 'port', () => serve(bot, untyped({ prot: 1 }))],
    ['bodi', 'body', () => serve(bot, untyped({ timeouts: { bodi: 1 } }))],
    ['cret', 'cert', () => serve(bot, untyped({ tls: { cret: 'a.pem' } }))],
    ['adpot', 'adopt', () => serve(bot, untyped({ traces: { adpot: false } }))],
    ['atMots', 'atMost', () => listen(bot, untyped({ credentials: account, catchUp: { atMots: '1h' } }))],
    ['anserBots', 'answerBots', () => createListener(untyped({ bots, anserBots: true }))],
    ['atMots', 'atMost', () => createListener(untyped({ bots, catchUp: { atMots: '1h' } }))],
    ['concurency', 'concurrency', () => work(bot, untyped({ concurency: 1 }))],
    ['maxBodyByte', 'maxBodyBytes', () => createReceiver(untyped({ bots, maxBodyByte: 1 }))],
    ['agee', 'age', () => createReceiver(untyped({ bots, dedupe: { agee: 1 } }))],
    ['atempts', 'attempts', () => createWorker(untyped({ bots, queue: memoryQueue(), atempts: 1 }))],
    ['timout', 'timeout', () => new Client(untyped({ ...account, timout: 1 }))],
    ['attempt', 'attempts', () => new Client(untyped({ ...account, retry: { attempt: 1 } }))],
    ['signall', 'signal', () => new Client(account).users.me({}, untyped({ signall: 1 }))],
    ['repeatible', 'repeatable', () => new Client(account).request('GET', '/users', {}, untyped({ repeatible: true }))],
    ['reserv', 'reserve', () => rateLimiter(untyped({ reserv: 0.5 }))],
    ['conections', 'connections', () => undiciTransport(untyped({ conections: 1 }))],
    ['sektion', 'section', () => credentialsFromFile('none', untyped({ sektion: 'a' }))],
    ['levl', 'level', () => consoleLog(untyped({ levl: 'debug' }))],
    ['propagte', 'propagate', () => tracing(untyped({ propagte: true }))],
    ['adpot', 'adopt', () => registeredTracing(untyped({ adpot: false }))],
    ['instrutions', 'instructions', () => assistant(untyped({ model: () => [], instrutions: 'a' }))],
    ['kee', 'key', () => openAiModel(untyped({ url: 'https://api.example.com/v1', model: 'a', kee: 'b' }))],
    ['aprove', 'approve', () => tool('order', untyped({ description: 'a', aprove: {} }), () => 'a')],
    ['quik', 'quick', () => matrix(() => {}, untyped({ quik: true }))],
    ['timout', 'timeout', () => commandRun(['true'], untyped({ timout: 1 }))],
    ['qick', 'quick', () => drift(untyped({ account, qick: true }))],
    ['awnsers', 'answers', () => fakeModelApi(untyped({ awnsers: [] }))],
    ['fille', 'file', () => parseTranscript('', untyped({ fille: 'a' }))],
    ['levle', 'level', () => runTranscript('', untyped({ bot, levle: 1 }))],
    ['updat', 'update', () => runTranscriptFile('none.chat', untyped({ bot, updat: true }))],
    ['featurelevel', 'featureLevel', () => testBot(bot, untyped({ featurelevel: 1 }))],
    ['featureLvl', 'featureLevel', () => createSimulator(untyped({ featureLvl: 1 }))],
    ['daata', 'data', () => openSimulator(untyped({ daata: 'x' }))],
    ['prt', 'port', () => createSimulator().serve(untyped({ prt: 1 }))],
    ['capcity', 'capacity', () => sqlite('x.db', untyped({ capcity: 1 }))],
    ['prefx', 'prefix', () => redis('redis://localhost', untyped({ prefx: 'a' }))],
    ['leese', 'lease', () => memoryQueue(untyped({ leese: 1 }))],
    ['clok', 'clock', () => memoryStorage(untyped({ clok: 1 }))],
    ['clok', 'clock', () => createStorage(untyped({}), untyped({ clok: 1 }))],
    ['expiresin', 'expiresIn', () => memoryStorage().set('a', 'b', untyped({ expiresin: 1 }))],
    ['onlyif', 'onlyIf', () => memoryStorage().delete('a', untyped({ onlyif: 1 }))],
    ['limt', 'limit', () => memoryStorage().list('', untyped({ limt: 1 }))],
    ['leese', 'lease', () => withLock(memoryStorage(), 'a', () => {}, untyped({ leese: 1 }))],
    ['nam', 'name', () => new Bot(untyped({ nam: 'a' }))],
    ['prefxi', 'prefix', () => new Composer(untyped({ prefxi: 'a' }))],
    ['descriptio', 'description', () => new Bot().command('a', untyped({ descriptio: 'a' }), () => 'a')],
    ['timezon', 'timezone', () => new Bot().every('hourly', untyped({ timezon: 'Europe/Berlin' }), () => {})],
    ['namme', 'name', () => cooldown('5s', untyped({ namme: 'a' }))],
    ['rember', 'remember', () => idempotence(untyped({ rember: 'a' }))],
    ['slwo', 'slow', () => timing(untyped({ slwo: 1 }))],
    ['aftr', 'after', () => typing(untyped({ aftr: 1 }))],
    [
      'expireIn',
      'expiresIn',
      () => session(untyped({ name: 'a', key: 'user', schema: z.string(), initial: () => '', expireIn: '7d' })),
    ],
  ])('%s is rejected with the suggestion %s', async (name, meant, call) => {
    const error = await Promise.resolve()
      .then(call)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
    expect(error).toBeInstanceOf(Error)
    expect(error).toHaveProperty('code')
    expect((error as Error).message).toContain(name)
    expect((error as Error).message).toContain(`Did you mean \`${meant}\`?`)
  })

  it('fails the handler that asks the question with it', async () => {
    const asking = new Bot().onDirectMessage((ctx) => ctx.ask('Yes?', untyped({ chioces: ['yes'] })))
    const chat = await testBot(asking)
    await chat.as('hamlet').dm('hi')
    expect(JSON.stringify(chat.log)).toContain('Did you mean `choices`?')
    await chat.close()
  })
})

describe('a malformed call from JavaScript', () => {
  const call = (run: (...given: never[]) => unknown, ...given: unknown[]) => run(...(given as never[]))

  it.each<[what: string, says: RegExp, call: () => unknown]>([
    ['serve()', /the call of serve has no bot\. Write `serve\(bot\)`/, () => call(serve)],
    [
      'serve({ bot })',
      /has the bot in its options\. Write `serve\(bot\)`/,
      () => call(serve, { bot, credentials: account }),
    ],
    ['serve({ bots: bot })', /has `bots` that is not a list of bots/, () => call(serve, { bots: bot })],
    ['work("bot")', /the call of work has no bot/, () => call(work, 'bot')],
    ['createReceiver({})', /`bots` is not an array/, () => call(createReceiver, {})],
    ['bot.start()', /call serve\(bot\)/, () => call(() => bot.start(undefined as never))],
    ['bot.tick()', /call serve\(bot\)/, () => call(() => bot.tick(undefined as never))],
    ['new Bot("token")', /new Bot takes its options as an object.*given a string/, () => new Bot('token' as never)],
    [
      'bot.command with its handler before its options',
      /The command 'a' has no handler: its last argument must be a function\./,
      () => new Bot().command('a', (() => 'x') as never, {} as never),
    ],
    [
      'bot.command without a handler',
      /The command 'a' has no handler: its last argument must be a function\./,
      () => new Bot().command('a', { description: 'A' } as never),
    ],
    [
      'bot.every without options',
      /takes its options before its handler/,
      () => new Bot().every('hourly', (() => {}) as never, undefined as never),
    ],
  ])('%s throws an error that says what to write', async (_, says, attempt) => {
    await expect(Promise.resolve().then(attempt)).rejects.toThrow(says)
  })

  it('throws for a queue that is neither an object nor a queue text of the command line', async () => {
    await expect(serve(bot, { credentials: { ...account, token: 't'.repeat(32) }, queue: 'mysql:x' })).rejects.toThrow(
      /queue is "mysql:x", which isn't a queue\. Give `inline`, `sqlite:bots\.db` or `redis:/,
    )
    const serving = await serve(bot, {
      credentials: { ...account, token: 't'.repeat(32) },
      queue: 'sqlite::memory:',
      port: 0,
      handleSignals: false,
      environment: {},
    })
    await serving.close()
  })
})
