import { Bot } from 'earshot'
import { describe, expect, it } from 'vitest'
import { village } from './village.js'

/** A bot that takes ten seconds for what is slow, and notes what it begins and what it has ended. */
function slowBot() {
  const begun: string[] = []
  const ended: string[] = []
  const create = () =>
    new Bot().onMention(async (ctx) => {
      begun.push(ctx.text)
      if (ctx.text.startsWith('slow')) await ctx.sleep('10s')
      ended.push(ctx.text)
      return `You said ${ctx.text}.`
    })
  return { create, begun, ended }
}

describe('a listener without a queue whose process dies while a handler runs', () => {
  it.each([
    { redeliver: true, begun: ['slow one', 'slow one', 'two'], said: ['You said slow one.', 'You said two.'] },
    { redeliver: false, begun: ['slow one', 'two'], said: ['You said two.'] },
  ])(
    'with redeliver $redeliver begins $begun, and answers what has waited in any case',
    async ({ redeliver, begun, said: expected }) => {
      const { listen, say, said, simulator, settle } = await village()
      const bot = slowBot()
      const first = listen(bot.create(), { redeliver })
      await first.ready
      say('@**Ear** slow one')
      await settle()
      expect(bot.begun).toEqual(['slow one'])
      say('@**Ear** two')
      first.die()
      listen(bot.create(), { redeliver })
      await simulator.advance('3m')
      await settle()
      // The clock of a process that died begins nothing more, so its handler never ends.
      expect(bot.begun).toEqual(begun)
      expect(said()).toEqual(expected)
    },
  )
})

describe('a listener with redeliver', () => {
  it('handles nothing twice that has ended, however often its process dies', async () => {
    const { listen, say, said, simulator, settle } = await village()
    const bot = slowBot()
    let process = listen(bot.create(), { redeliver: true })
    await process.ready
    for (const text of ['one', 'two', 'three', 'four']) {
      say(`@**Ear** ${text}`)
      await settle()
      process.die()
      process = listen(bot.create(), { redeliver: true })
      await simulator.advance('2m')
    }
    await settle()
    expect(bot.begun).toEqual(['one', 'two', 'three', 'four'])
    expect(said()).toHaveLength(4)
  })

  it('handles nothing twice when its event queue is lost while a handler runs', async () => {
    const { listen, say, said, simulator, settle, lines } = await village()
    const bot = slowBot()
    let isLost = false
    const change = (url: string) => {
      if (!isLost || !url.includes('/events?')) return undefined
      isLost = false
      return Response.json({ result: 'error', msg: 'Bad event queue ID', code: 'BAD_EVENT_QUEUE_ID' }, { status: 400 })
    }
    const process = listen(bot.create(), { redeliver: true, change })
    await process.ready
    say('@**Ear** slow one')
    isLost = true
    await settle()
    await simulator.advance('30s')
    await settle()
    expect(lines.map(({ message }) => message)).toContain('The event queue is lost; making another one')
    expect(bot.begun).toEqual(['slow one'])
    expect(said()).toEqual(['You said slow one.'])
  })

  it('handles a message again that began last if one that began first has ended', async () => {
    const { listen, say, simulator, settle } = await village()
    const bot = slowBot()
    const first = listen(bot.create(), { redeliver: true })
    await first.ready
    say('@**Ear** slow one', 'rye')
    say('@**Ear** two', 'spelt')
    await settle()
    expect(bot.ended).toEqual(['two'])
    first.die()
    listen(bot.create(), { redeliver: true })
    await simulator.advance('3m')
    await settle()
    expect(bot.begun).toEqual(['slow one', 'two', 'slow one'])
    expect(bot.ended).toEqual(['two', 'slow one'])
  })

  it('counts a message as taken whose handler has failed', async () => {
    const { listen, say, simulator, settle } = await village()
    let begun = 0
    const create = () =>
      new Bot().onMention(() => {
        begun += 1
        throw new Error('The oven is cold')
      })
    const first = listen(create(), { redeliver: true })
    await first.ready
    say('@**Ear** one')
    await settle()
    await simulator.advance('30m')
    const before = begun
    first.die()
    listen(create(), { redeliver: true })
    await simulator.advance('30m')
    await settle()
    expect(begun).toBe(before)
  })
})
