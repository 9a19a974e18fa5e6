import { Bot } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { describe, expect, it } from 'vitest'
import { chatServer, kit, recordingLog } from '../receiver/kit.js'
import { directMessage, echoBot, echoToken, mention } from '../receiver/notifications.js'
import { casesOf, patience, runCases } from './cases.js'
import { type Chance, chance } from './chance.js'
import { anyText, anyValue, mutated, mutatedBytes, mutatedText, randomBytes } from './mutate.js'

const commands = ['say hello', 'add 1 2', 'who iago@example.com', 'remind 5m tea', 'help', 'link https://example.com']

const by = { id: 8, email: 'iago@example.com', name: 'Iago' }
const ofListeners = [
  { trigger: 'follow_up' },
  { trigger: 'message' },
  { edited: ['say hello', 'help'] },
  { fromBot: { name: 'Pong', most: 5, after: 1, at: 1 } },
  ...['reaction', 'edit', 'delete', 'topic_moved', 'subscribed', 'vote'].map((trigger) => ({
    trigger,
    event: { key: 'a/1', facts: { reaction: { op: 'add', emojiName: 'tea' }, change: { before: 'help' } }, by },
  })),
]

/** A bot that reads what it is told in every way it can. */
function busyBot(): Bot {
  const bot = new Bot()
  bot.command('say <word...>', { description: 'Say it' }, (ctx) => ctx.args.word)
  bot.command('add <a:integer> <b:integer>', { description: 'Add' }, (ctx) => String(ctx.args.a + ctx.args.b))
  bot.command('remind <when:duration> [what...]', { description: 'Remind' }, (ctx) => String(ctx.args.when))
  bot.command('link <link:url>', { description: 'Link' }, (ctx) => String(ctx.args.link))
  bot.hears(/tea|coffee/, (ctx) => ctx.text)
  bot.onDirectMessage((ctx) => ctx.reply(ctx.text))
  bot
    .onReaction((ctx) => ctx.reaction.emojiName)
    .onEdit((ctx) => ctx.change.before)
    .onMessage((ctx) => ctx.text)
  bot.follow().onFollowUp((ctx) => ctx.text)
  return bot
}

function payload(random: Chance): string | Uint8Array {
  const of = random.oneIn(2) ? mention : directMessage
  const content = random.oneIn(2) ? random.pick(commands) : mutatedText(random.pick(commands), random)
  const said = random.oneIn(2) ? content : `@**Echo** ${content}`
  let json: unknown = of({ id: random.below(1_000_000), content: said }, { data: said })
  // What a listener adds to notifications, no server posts.
  if (random.oneIn(4)) json = { ...(json as object), ...random.pick(ofListeners) }
  for (let changes = random.below(4); changes > 0; changes -= 1) json = mutated(json, random)
  const text = JSON.stringify(json) ?? ''
  const kind = random.below(20)
  if (kind < 13) return text
  if (kind < 15) return mutatedText(text, random)
  if (kind < 17) return mutatedBytes(new TextEncoder().encode(text), random)
  if (kind < 18) return randomBytes(random)
  return JSON.stringify(anyValue(random)) ?? anyText(random)
}

function listener() {
  const { log, lines } = recordingLog()
  const receiver = createReceiver({
    bots: [{ bot: busyBot(), credentials: echoBot, tokens: [echoToken] }],
    log,
    fetch: chatServer([], undefined),
  })
  return { receiver, lines }
}

describe('a receiver with a bot behind it', () => {
  it('answers random bodies without an error in the log or a token in the response', {
    timeout: patience,
  }, async () => {
    let { receiver, lines } = listener()
    const statuses = new Map<number, number>()
    await runCases(casesOf(600_000), 1, async (seed) => {
      if (seed % 2_000 === 0) {
        await receiver.idle()
        ;({ receiver, lines } = listener())
      }
      const random = chance(seed)
      lines.length = 0
      const response = await receiver.request('/', { method: 'POST', body: payload(random) as RequestInit['body'] })
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status >= 500 || lines.some(({ level }) => level === 'error')) {
        throw new Error(`${response.status} ${text} ${JSON.stringify(lines)}`)
      }
      // A bot may have been told the token, and then says it.
      if (response.status >= 400 && text.includes(echoToken)) throw new Error('It shows the token.')
    })
    await receiver.idle()
    // Chance must reach the bot as well as what stands before it.
    expect([...statuses.keys()].sort()).toEqual([200, 400, 401, 429])
    expect(statuses.get(200)).toBeGreaterThan(casesOf(600_000) / 10)
  })

  it('answers random methods and paths without a 5xx', { timeout: patience }, async () => {
    const { receiver } = kit()
    const statuses = new Set<number>()
    await runCases(casesOf(50_000), 7, async (seed) => {
      const random = chance(seed)
      const path = random.pick([
        '/',
        '/healthz',
        '/x',
        '//',
        '/healthz/',
        '/?',
        `/${encodeURIComponent(random.pick(['é', '\n', '%']))}`,
      ])
      const method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'QUERY'])
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: randomBytes(random) as RequestInit['body'] }
      const headers = { 'content-type': random.pick(['application/json', 'text/html', 'multipart/form-data', 'x']) }
      const response = await receiver.request(path, { method, headers, ...body })
      if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status}`)
      statuses.add(response.status)
    })
    expect([...statuses]).toEqual(expect.arrayContaining([200, 404, 405]))
  })
})

describe('an unusual notification found by fuzzing', () => {
  const crowd = Array.from({ length: 300 }, (_, at) => ({
    id: 1_000 + at,
    email: `p${at}@example.com`,
    full_name: 'P',
  }))
  it.each([
    ['a direct conversation of hundreds', directMessage({ display_recipient: crowd })],
    ['an endless topic', mention({ subject: 'oven '.repeat(400) })],
    ['a topic of sixty of the longest characters', mention({ subject: '👩'.repeat(60) })],
  ])('is handled without an error: %s', async (_, notification) => {
    const { receiver, lines } = listener()
    const response = await receiver.request('/', { method: 'POST', body: JSON.stringify(notification) })
    expect(response.status).toBe(200)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})
