import { Bot, type Context, RetryError } from 'earshot'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Town, town } from './town.js'

/** What a handler does, one after the other. */
type Deed = 'reply' | 'reply unawaited' | 'send' | 'write' | 'react' | 'once' | 'fail once'

const deed = fc.constantFrom<Deed>('reply', 'reply unawaited', 'send', 'write', 'react', 'once', 'fail once')
const plan = fc.record({
  deeds: fc.array(deed, { minLength: 1, maxLength: 4 }),
  messages: fc.integer({ min: 1, max: 3 }),
  /** After how many steps of its own each process dies; the last lives. */
  deaths: fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 5 }),
})

const runs = process.env.EARSHOT_TESTS === 'full' ? 2_000 : 20

it('a worker replies to each message once or reports uncertainty, wherever processes are killed', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ deeds, messages, deaths }) => {
      const place = await town()
      try {
        await play(place, deeds, messages, deaths)
      } finally {
        await place.close()
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 240_000 },
  )
})

async function play(place: Town, deeds: readonly Deed[], messages: number, deaths: readonly number[]): Promise<void> {
  const failed = new Set<string>()
  const bot = new Bot().onMention(async (ctx) => {
    for (const [at, deed] of deeds.entries()) await doIt(deed, `${ctx.text} ${deed} ${at}`, ctx, failed)
  })
  const ids: number[] = []
  for (let index = 0; index < messages; index += 1) ids.push(await place.say(`m${index}`))

  /** Deliveries that had something begun when a process died with them. */
  const inTheWindow = new Set<string>()
  for (const dieAt of [...deaths, undefined]) {
    const process = place.start(bot, dieAt)
    await place.settle()
    if (!process.isDead) break
    for (const key of process.open) {
      const [id = '', kind = ''] = key.split(' ')
      // Replies can be looked up.
      if (kind === 'call' || kind === 'once') inTheWindow.add(id)
    }
    // Nobody hears of a death but by the silence that follows.
    await place.simulator.clock.advance(31_000)
  }

  const status = await place.engine.status(place.simulator.clock.now())
  expect(status).toMatchObject({ waiting: 0, working: 0 })
  const letters = await place.engine.listDead(undefined, 100)
  for (const { reason, entry } of letters) {
    expect(reason).toBe('uncertain')
    expect([...inTheWindow]).toContain(entry.id)
  }

  const isNotice = (text: string) => text.startsWith("That didn't work yet")
  expect(place.said().filter(isNotice).length).toBeLessThanOrEqual(messages)
  const said = [...place.said(), ...place.said('elsewhere')].filter((text) => !isNotice(text))
  expect(new Set(said).size, `nothing is said twice: ${said.join(', ')}`).toBe(said.length)
  const dead = new Set(letters.map(({ entry }) => entry.message))
  for (const [index, id] of ids.entries()) {
    if (dead.has(id)) continue
    for (const [at, deed] of deeds.entries()) {
      if (isSaid(deed)) expect(said, 'nothing is lost').toContain(`m${index} ${deed} ${at}`)
    }
  }
  // Replies stand in the order of what they answer.
  const numbers = place.said().flatMap((text) => (/^m\d/.test(text) ? [Number(text.slice(1, 2))] : []))
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
}

const isSaid = (deed: Deed) => deed !== 'react' && deed !== 'fail once'

async function doIt(deed: Deed, text: string, ctx: Context, failed: Set<string>): Promise<void> {
  if (deed === 'reply') await ctx.reply(text)
  if (deed === 'reply unawaited') void ctx.reply(text)
  if (deed === 'send') await ctx.send(text)
  if (deed === 'react') await ctx.react('tada')
  if (deed === 'write') await write(text, ctx)
  if (deed === 'once') await ctx.once(text, () => write(text, ctx))
  if (deed === 'fail once' && !failed.has(text)) {
    failed.add(text)
    throw new RetryError('It rained.')
  }
}

async function write(content: string, ctx: Context): Promise<void> {
  await ctx.client.messages.send({ type: 'stream', to: 'kitchen', topic: 'elsewhere', content })
}
