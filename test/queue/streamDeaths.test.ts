import { Bot, type Context, RetryError, stream } from 'earshot'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Town, town, turns } from './town.js'

/** Words of a text that takes four messages. */
const words = Array.from({ length: 8 }, (_, at) => `w${at}`)
const padding = `${'.'.repeat(3_000)}\n\n`

async function* wordsFrom(ctx: Context, first: number): AsyncGenerator<string> {
  for (const word of words.slice(first)) {
    yield `${word} ${padding}`
    await ctx.sleep('600ms')
  }
}

const wordsIn = (texts: readonly string[]) => texts.join('\n').match(/w\d+/g) ?? []
const notice = "That didn't work yet"
const cutOff = '[cut off: I was interrupted]'

/** Where each process dies, by the steps that it has done; the last one lives. */
const deaths = fc.array(fc.integer({ min: 1, max: 70 }), { maxLength: 4 })
const runs = process.env.EARSHOT_TESTS === 'full' ? 1_000 : 5

/** Lets so many steps of 300 ms pass while the bot is at work. */
async function pass(place: Town, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await place.simulator.clock.advance(300)
    await turns()
  }
}

async function play(place: Town, bot: Bot, dying: readonly number[]): Promise<string[]> {
  await place.say('go')
  for (const dieAt of [...dying, undefined]) {
    const process = place.start(bot, dieAt)
    await place.settle()
    if (!process.isDead) break
    // Nobody hears of a death but by the silence that follows.
    await place.simulator.clock.advance(31_000)
  }
  expect(await place.dead()).toEqual([])
  return place.said().filter((text) => !text.startsWith(notice))
}

async function wherever(bot: () => Bot, check: (said: readonly string[], dying: readonly number[]) => void) {
  await fc.assert(
    fc.asyncProperty(deaths, async (dying) => {
      const place = await town()
      try {
        check(await play(place, bot(), dying), dying)
      } finally {
        await place.close()
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 240_000 },
  )
}

describe('a stream whose process is killed', () => {
  it('is completed by `resume` with no word lost or repeated', async () => {
    const bot = () =>
      new Bot().onMention(async (ctx) => {
        const resume = (soFar: string) => wordsFrom(ctx, wordsIn([soFar]).length)
        await stream(ctx, () => wordsFrom(ctx, 0), { resume })
        return 'That was it.'
      })
    await wherever(bot, (said) => {
      expect(wordsIn(said)).toEqual(words)
      expect(said).toHaveLength(5)
      expect(said.at(-1)).toBe('That was it.')
    })
  })

  it('without `resume` is marked as cut off and never restarted', async () => {
    const bot = () => new Bot().onMention(async (ctx) => stream(ctx, () => wordsFrom(ctx, 0)))
    await wherever(bot, (said, dying) => {
      const found = wordsIn(said)
      expect(found).toEqual(words.slice(0, found.length))
      const isWhole = found.length === words.length
      if (dying.length === 0) expect(said.join()).not.toContain(cutOff)
      // All words may be there though nobody knew that they were all.
      const isMarked = said.at(-1)?.endsWith(cutOff) === true
      expect(isMarked || isWhole).toBe(true)
      expect(said.filter((text) => text.includes(cutOff))).toHaveLength(isMarked ? 1 : 0)
    })
  })

  it("isn't repeated if a later step of the handler fails", async () => {
    const place = await town()
    let asked = 0
    let failures = 1
    const bot = new Bot().onMention(async (ctx) => {
      const message = await stream(ctx, () => {
        asked += 1
        return wordsFrom(ctx, 6)
      })
      if (failures-- > 0) throw new RetryError('The oven is cold.')
      return `${message.end}: ${wordsIn([message.text]).join(' ')}`
    })
    expect((await play(place, bot, [])).map((text) => text.replaceAll(/\.{2,}/g, '…'))).toEqual([
      'w6 …\n\nw7 …',
      'complete: w6 w7',
    ])
    expect(asked).toBe(1)
    await place.close()
  })

  it.each(['resume', 'cut off'])('is continued by the next process after a shutdown: %s', async (how) => {
    const place = await town()
    const bot = new Bot().onMention(async (ctx) => {
      const resume = (soFar: string) => wordsFrom(ctx, wordsIn([soFar]).length)
      await stream(ctx, () => wordsFrom(ctx, 0), how === 'resume' ? { resume } : {})
      return 'That was it.'
    })
    const first = place.start(bot)
    await place.say('go')
    await pass(place, 10)
    const stopped = first.stop()
    first.abort()
    await pass(place, 10)
    expect(place.said().join()).not.toContain('[cut off')
    await stopped
    place.start(bot)
    await place.settle()
    const texts = place.said().filter((text) => !text.startsWith(notice))
    expect(texts.at(-1)).toBe('That was it.')
    if (how === 'resume') expect(wordsIn(texts)).toEqual(words)
    else expect(texts.at(-2)).toMatch(/\[cut off: I was interrupted\]$/)
    expect(new Set(wordsIn(texts)).size).toBe(wordsIn(texts).length)
    expect(await place.dead()).toEqual([])
    await place.close()
  })

  it('can be stopped by a message that is queued behind it', async () => {
    const place = await town()
    place.start(new Bot().onMention(async (ctx) => stream(ctx, () => wordsFrom(ctx, 0))))
    await place.say('go')
    await pass(place, 10)
    await place.say('stop')
    await place.settle()
    expect(wordsIn(place.said()).length).toBeLessThan(words.length)
    expect(place.said().at(-1)).toMatch(/\n\n\[stopped\]$/)
    await place.close()
  })
})
