// A program that uses every way into the package, over sockets, under the strictest settings.
import {
  Bot,
  type BotLockOptions,
  history,
  LockError,
  md,
  NoAnswer,
  type ScheduleOptions,
  silent,
  splitText,
  stream,
} from 'earshot'
import { assistant, type Model, openAiModel, tool } from 'earshot/assistant'
import { ApiError, Client } from 'earshot/client'
import { emojiByCharacter } from 'earshot/emoji'
import { createLinkifier } from 'earshot/linkify'
import { createListener, type ListenerOptions } from 'earshot/listener'
import {
  type HttpOptions,
  type RedisQueueOptions,
  redisQueue,
  type Store,
  serve,
  sqlite,
  type Timeouts,
  type TlsFiles,
  work,
} from 'earshot/node'
import type { Observer } from 'earshot/observe'
import { tracing } from 'earshot/opentelemetry'
import { type Answer, endpoints, featureLevels } from 'earshot/protocol'
import { memoryQueue } from 'earshot/queue'
import { type BotBinding, createReceiver, type FailureLimits, type ReceiverBindings } from 'earshot/receiver'
import { french, type Sentences } from 'earshot/sentences'
import { createSimulator, type QueueView } from 'earshot/simulator'
import { memoryStorage, withLock } from 'earshot/storage'
import { parseTranscript, runTranscript, runTranscriptFile, testBot, writeTranscript } from 'earshot/testing'

const bot = new Bot()
bot.command('greet <name>', { description: 'Greet somebody' }, (context) => `Hello ${context.args.name}!`)

bot.hears('who?', (context) => context.ask('Who is there?'))

const model: Model = openAiModel({ url: 'https://model.example.com/v1', model: 'small' })
const menu = tool('menu [day]', { description: 'Lists the menu' }, ({ day }) => day ?? 'today')
bot.hears('answer', assistant({ model, tools: [menu] }))
async function* words() {
  yield* ['word ', 'by ', 'word']
}
bot.hears('stream', (context) => stream(context, words))
bot.hears('history', async (context) => `${(await history(context, { limit: 3 })).length} messages`)

const weekly: ScheduleOptions = { timezone: 'Europe/Rome' }
bot.every('mondays at 9:00', weekly, (context) => context.send({ channel: 'general', topic: 'greetings' }, 'Hello!'))

const wait: BotLockOptions = { wait: '10s' }
bot.hears('bake', (context) => context.lock('oven', ({ fence }) => `Batch ${fence}`, wait))
const oven = await withLock(memoryStorage(), 'oven', () => 'free').catch((error) => (error as LockError).lock)
if (oven !== 'free') throw new LockError('locked', oven)

bot.hears('who', (context) => splitText(md.silentMention(context.sender)).join(''))

const simulator = createSimulator()
const { url: site } = await simulator.serve({ port: 0 })
const { token, ...credentials } = simulator.credentials('echo')
if (token === undefined) throw new Error('An outgoing-webhook bot has a token.')

const timeouts: Partial<Timeouts> = { headers: 5_000 }
const http = { path: '/hook/4fJq2mXw9ZtR4vBn', allow: ['127.0.0.1'], timeouts } satisfies HttpOptions
const overTls = (tls: TlsFiles): HttpOptions => ({ ...http, tls })
const served = await serve(bot, {
  ...http,
  port: 0,
  hostname: '127.0.0.1',
  credentials: { ...credentials, token, site },
  handleSignals: false,
  log: silent,
})
simulator.connect('echo', served.url + http.path)

const { email, apiKey } = simulator.credentials('iago')
const iago = new Client({ site, email, apiKey, allowInsecure: true })
const sent = await iago.messages.send({
  type: 'stream',
  to: 'general',
  topic: 'greetings',
  content: '@**Echo** greet you',
})
await simulator.idle()
const answer: Answer<'messages.list'> = await iago.messages.list({
  anchor: sent.id,
  num_before: 0,
  num_after: 1,
  apply_markdown: false,
})
console.log(answer.messages.map((message) => message.content).join('\n'))

const refusal = await iago.users.get({ user_id: 4242 }).catch((error: unknown) => error)
console.log(refusal instanceof ApiError ? refusal.code : 'no refusal')

const chat = await testBot(bot)
console.log((await chat.as('iago').dm('greet me')).map((message) => message.content).join('\n'))
await chat.close()

if (emojiByCharacter('🎉')?.emoji_name !== 'tada') throw new Error('An emoji has a name.')

const { linkifiers } = await iago.linkifiers.list()
console.log(createLinkifier(linkifiers).problems.length)

const talk = '# general > greetings\nIago: @**Echo** greet me\nEcho: Hello me!\n'
const told = await runTranscript(talk, { bot })
console.log(told.passed && writeTranscript(parseTranscript(talk)) === talk, typeof runTranscriptFile)

const store: Store = sqlite('consumer.db', { capacity: 10 })
if (store.kind !== 'sqlite' || typeof work !== 'function') throw new Error('A store is described before it is opened.')

const queue = memoryQueue({ capacity: 10 })
const shownQueue: QueueView = queue
simulator.showQueue(shownQueue)
const { waiting } = await queue.status()
await queue.close()
const inRedis: RedisQueueOptions = { prefix: 'consumer', capacity: 10 }
const openQueue = (where: string) => redisQueue(where, inRedis)
const noQueue = await openQueue('redis://127.0.0.1:6379').catch(String)
console.log(String(noQueue).includes('Run `npm install bullmq@6 ioredis@5`.'))

const canadian: Sentences = { ...french, cancelled: 'C’est correct.' }
const bilingual = new Bot({ sentences: ({ message }) => (message.type === 'private' ? canadian : undefined) })
const isBilingual = typeof bilingual.sentencesFor === 'function'
console.log(
  isBilingual && waiting === 0 && endpoints.length >= 20,
  featureLevels.length >= 43,
  typeof createReceiver,
  typeof NoAnswer,
)
await served.close()

const generic = simulator.addBot({ full_name: 'Ear', type: 'generic' })
const byEvents: ListenerOptions = {
  bots: [{ bot, credentials: { ...generic, site, allowInsecure: true } }],
  log: silent,
}
const listening = createListener(byEvents).start()
await listening.stop()
await simulator.close()

const limits: FailureLimits = { perAddress: 10, perBot: 10, window: 1_000 }
const bindings: ReceiverBindings = { remoteAddress: '192.0.2.7', hangUp() {} }
const tokens = token === undefined ? [] : [token]
const alone = createReceiver({ bots: [{ bot, credentials: { ...credentials, site }, tokens }], failureLimits: limits })
if (!(await alone.request('/healthz', {}, bindings)).ok || typeof overTls !== 'function') throw new Error('It is ill.')

const binding: BotBinding = { bot, credentials: { ...credentials, site }, tokens }
const found = createReceiver({ bots: (email) => (email === binding.credentials.email ? binding : undefined) })
if (!(await found.request('/healthz')).ok) throw new Error('It is ill when its bots are looked up.')

const observer: Observer = tracing({ propagate: false })
const observed = createReceiver({ bots: [{ bot, credentials: { ...credentials, site }, tokens }], observer })
if (!(await observed.request('/healthz')).ok) throw new Error('It is ill when somebody looks.')
