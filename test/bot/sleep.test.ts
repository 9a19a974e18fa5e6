import { Bot, type ErrorHandler } from 'earshot'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'

const lunch = { channel: 'general', topic: 'lunch' }
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

let chat: TestChat | undefined
afterEach(() => chat?.close())

async function chatWith(...given: Parameters<typeof testBot>): Promise<TestChat> {
  chat = await testBot(...given)
  return chat
}

/** Takes a quarter of a minute. */
const baker = () =>
  new Bot().onMention(async (ctx) => {
    const begun = ctx.clock.now()
    await ctx.sleep('15s')
    return `Baked in ${(ctx.clock.now() - begun) / 1000} s`
  })

describe('ctx.sleep', () => {
  it('resumes the handler in virtual time', async () => {
    const { as, advance, simulator, conversation } = await chatWith(baker())
    const said = as('iago').say('@**Echo** bake', lunch)
    await advance('9s')
    expect(simulator.deliveries[0]?.outcome).toBe('quiet')
    for (let second = 10; second < 15; second += 1) await advance('1s')
    expect(conversation(lunch)).toHaveLength(1)
    await advance('1s')
    expect(contents(await said)).toEqual(['Baked in 15 s'])
  })

  it('lets the clock advance on its own while a test awaits the reply', async () => {
    const { as, clock } = await chatWith(baker())
    const start = clock.now()
    expect(contents(await as('iago').say('@**Echo** bake', lunch))).toEqual(['Baked in 15 s'])
    expect(clock.now() - start).toBe(15_000)
  })

  it("rejects with the signal's reason when the handler times out, and leaves no timer", async () => {
    const errors: unknown[] = []
    const signals: AbortSignal[] = []
    const bot = new Bot()
      .onMention(async (ctx) => {
        signals.push(ctx.signal)
        await ctx.sleep('1h')
      })
      .catch(((error) => void errors.push(error)) satisfies ErrorHandler)
    const { as, clock } = await chatWith(bot, { receiver: { handlerTimeout: 60_000 } })
    const start = clock.now()
    const [reply] = await as('iago').say('@**Echo** bake', lunch)
    expect(reply?.content).toMatch(/^I had to stop before I was done/)
    expect(clock.now() - start).toBe(60_000)
    expect(errors).toEqual([signals[0]?.reason])
    expect(clock.pending().filter(({ cause, due }) => cause === undefined && due > start)).toEqual([])
  })

  it('stops when the process shuts down', async () => {
    const stopping = new AbortController()
    const { as, clock } = await chatWith(baker(), { receiver: { signal: stopping.signal } })
    const said = as('iago').say('@**Echo** bake', lunch)
    const start = clock.now()
    await chat?.advance('9s')
    stopping.abort(new Error('Shutting down'))
    expect((await said)[0]?.content).toMatch(/^I had to stop before I was done/)
    expect(clock.now() - start).toBe(9_000)
  })

  it.each(['soon', -1, Number.NaN, Number.POSITIVE_INFINITY])('fails with invalid_duration for %j', async (time) => {
    const { as, log } = await chatWith(new Bot().onMention((ctx) => ctx.sleep(time)))
    await as('iago').say('@**Echo** bake', lunch)
    const { fields } = log.find(({ level }) => level === 'error') ?? {}
    expect(fields).toMatchObject({ error: { code: 'invalid_duration' } })
  })

  it("isn't repeated before an answered question, but sleeps after it", async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => {
      await ctx.sleep('10s')
      const name = await ctx.ask('Who is there?')
      await ctx.sleep('20s')
      return `Welcome, ${name}.`
    })
    const { as, clock } = await chatWith(bot)
    const start = clock.now()
    expect(contents(await as('iago').dm('hello'))).toEqual(['Who is there?'])
    expect(clock.now() - start).toBe(10_000)
    expect(contents(await as('iago').dm('Iago'))).toEqual(['Welcome, Iago.'])
    expect(clock.now() - start).toBe(30_000)
  })
})

it('ctx.sleep works in a schedule', async () => {
  const bot = new Bot().every('every hour', {}, async (ctx) => {
    await ctx.send(lunch, 'First')
    await ctx.sleep('10m')
    await ctx.send(lunch, `Second, at ${new Date(ctx.clock.now()).toISOString().slice(11, 16)}`)
  })
  const { advance } = await chatWith(bot)
  expect(contents(await advance('70m'))).toEqual(['First', 'Second, at 06:10'])
})
