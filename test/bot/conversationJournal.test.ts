import { Bot, type Storage } from 'earshot'
import { Message } from 'earshot/protocol'
import { virtualClock } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Delivery } from '../../src/bot/index.js'
import { Client } from '../../src/client/index.js'
import { runs } from '../seed.js'

/** What a handler does, one after the other. */
type Deed = 'reply' | 'write' | 'ask' | 'once'

/** One process, and what it stands in. */
interface World {
  readonly storage: Storage
  readonly seen: string[]
  /** How many more things the process gets to do: reads and writes of the storage, and calls. */
  left: number
}

const never = () => new Promise<never>(() => {})

/** The storage as a process sees it that dies at some time: what comes after never comes back. */
function mortal(world: World): Storage {
  const alive =
    <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (world.left <= 0) return never()
      world.left -= 1
      return method(...args)
    }
  const { get, set, delete: remove, list, close } = world.storage
  return { get: alive(get), set: alive(set), delete: alive(remove), list: alive(list), close }
}

function process(world: World, deeds: readonly Deed[]): { bot: Bot; client: Client } {
  const bot = new Bot().command('go', { description: 'Go' }, async (ctx) => {
    for (const [at, deed] of deeds.entries()) {
      if (deed === 'reply') await ctx.reply(`reply ${at}`)
      if (deed === 'write') await ctx.client.messages.send({ type: 'direct', to: [8], content: `write ${at}` })
      if (deed === 'once') await ctx.once(`once ${at}`, () => void world.seen.push(`once ${at}`))
      if (deed === 'ask') world.seen.push(`answer ${at}: ${await ctx.ask(`ask ${at}`)}`)
    }
  })
  const client = new Client({
    site: 'https://chat.example.com',
    email: 'echo-bot@example.com',
    apiKey: 'k'.repeat(32),
    featureLevel: 496,
    fetch: async (_input, init) => {
      if (world.left <= 0) return never()
      world.left -= 1
      world.seen.push(new URLSearchParams(String(init?.body)).get('content') ?? '')
      if (world.left <= 0) return never()
      return Response.json({ result: 'success', msg: '', id: world.seen.length })
    },
  })
  return { bot, client }
}

/** The server: delivers a message until it is answered, in a new process if the old one has died. */
async function deliver(world: World, deeds: readonly Deed[], id: number, content: string): Promise<World> {
  const { bot, client } = process(world, deeds)
  const held: string[] = []
  const say = (text: string) => {
    held.push(text)
    // All but one that is alone go as messages.
    if (held.length > 1) world.seen.push(...held.splice(0))
  }
  let isHandled = false
  Promise.resolve(bot.handle(delivery(world, client, id, content, say))).then(() => {
    isHandled = true
  })
  while (!isHandled && world.left > 0) await new Promise((resolve) => setImmediate(resolve))
  if (!isHandled) return deliver({ ...world, left: Number.MAX_SAFE_INTEGER }, deeds, id, content)
  world.seen.push(...held)
  return world
}

function delivery(world: World, client: Client, id: number, data: string, say: (text: string) => void): Delivery {
  const recipients = [
    { id: 8, email: 'iago@example.com', full_name: 'Iago' },
    { id: 20, email: 'echo-bot@example.com', full_name: 'Echo' },
  ]
  const sender = { sender_id: 8, sender_email: 'iago@example.com', sender_full_name: 'Iago' }
  const message = Message.parse({ id, ...sender, content: data, type: 'private', display_recipient: recipients })
  const quiet = () => {}
  return new Delivery({
    id: String(id),
    notification: {
      bot_email: 'echo-bot@example.com',
      bot_full_name: 'Echo',
      data,
      trigger: 'direct_message',
      token: 't',
      message,
    },
    accounts: { client, ownEmails: new Set() },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    clock: virtualClock(),
    storage: mortal(world),
    async send({ content }) {
      if (world.left <= 0) return never()
      say(content)
      return undefined
    },
  })
}

/** A whole talk: the command, and an answer to each question; the first process dies after so many deeds of its own. */
async function talk(deeds: readonly Deed[], diesAfter: number): Promise<string[]> {
  let world: World = { storage: memoryStorage(), seen: [], left: diesAfter }
  world = await deliver(world, deeds, 100, 'go')
  for (const [at] of deeds.filter((deed) => deed === 'ask').entries()) {
    world = await deliver(world, deeds, 101 + at, `said ${at}`)
  }
  return world.seen
}

const deedsOf = fc.array(fc.constantFrom<Deed>('reply', 'write', 'ask', 'ask', 'once'), { minLength: 1, maxLength: 7 })
const interrupted = 'I was interrupted in the middle of that'

describe('a handler whose process dies', () => {
  it('neither repeats nor skips a step after its first question, or replies that it was interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(deedsOf, fc.integer({ min: 0, max: 90 }), async (deeds, diesAfter) => {
        // What comes before the first question is done by a process that lives; see the next test.
        const all: Deed[] = ['ask', ...deeds]
        const whole = await talk(all, Number.MAX_SAFE_INTEGER)
        const broken = await talk(all, diesAfter)
        const lasting = (seen: string[]) => seen.filter((text) => /^(write|once)/.test(text))
        const done = lasting(broken)
        expect(new Set(done).size).toBe(done.length)
        if (broken.some((text) => text.startsWith(interrupted))) {
          expect(lasting(whole).slice(0, done.length)).toEqual(done)
        } else {
          expect(done).toEqual(lasting(whole))
          expect(broken.filter((text) => text.startsWith('ask')).length).toBeGreaterThanOrEqual(1)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('completes every step once when it dies while a question is open', async () => {
    await fc.assert(
      fc.asyncProperty(deedsOf, async (deeds) => {
        const whole = await talk(deeds, Number.MAX_SAFE_INTEGER)
        // Each delivery is worked on by another bot object, which knows nothing but the storage.
        const shown = whole.filter((text) => !text.startsWith('answer'))
        const expected = deeds.map((deed, at) => `${deed} ${at}`)
        expect([...shown].sort()).toEqual([...expected].sort())
        const answers = whole.filter((text) => text.startsWith('answer')).at(-1)
        const asked = deeds.lastIndexOf('ask')
        if (asked !== -1)
          expect(answers).toBe(`answer ${asked}: said ${deeds.filter((deed) => deed === 'ask').length - 1}`)
      }),
      { numRuns: runs(200) },
    )
  })
})
