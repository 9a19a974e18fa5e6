import { Bot, RetryError } from 'earshot'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { village } from '../listener/village.js'

const here = { channel: 'general', topic: 'bread' }
const busy = { after: '5s' } as const

type Kind = 'two commands of one message' | 'two handlers of one message'

/** A bot of which one handler has a bug, and the other one fails by what may pass until its run of this number. */
function failing(kind: Kind, first: 'bug' | 'passing', until: number) {
  const seen = { bugs: 0, passing: 0, caught: [] as string[] }
  const fails = {
    bug: () => {
      seen.bugs += 1
      throw new TypeError('No oven')
    },
    passing: () => {
      seen.passing += 1
      if (seen.passing < until) throw new RetryError('Cold', busy)
      return 'Done.'
    },
  }
  const handlers = first === 'bug' ? [fails.bug, fails.passing] : [fails.passing, fails.bug]
  const bot = new Bot().catch((error) => void seen.caught.push(`${error}`))
  for (const [at, handler] of handlers.entries()) {
    if (kind === 'two handlers of one message') bot.onMessage(handler)
    else bot.command(`bake${at}`, { description: 'Bake' }, handler)
  }
  const text = kind === 'two handlers of one message' ? '@**Echo** hi' : '@**Echo**\nbake0\nbake1'
  return { bot, seen, text }
}

const isWords = (text: string) => !text.startsWith("That didn't work yet")

describe.each<Kind>(['two commands of one message', 'two handlers of one message'])('of %s', (kind) => {
  describe.each(['bug', 'passing'] as const)('the first fails: %s', (first) => {
    async function outcome(by: 'webhook' | 'events', queue: boolean, until: number) {
      const { bot, seen, text } = failing(kind, first, until)
      await using chat = await testBot(bot, { by, queue })
      await chat.as('iago').say(text, here)
      await chat.advance('20m')
      return {
        ...seen,
        said: chat
          .conversation(here)
          .flatMap(({ sender_full_name, content }) => (sender_full_name === 'Echo' ? content.split('\n\n') : []))
          .map((line) => line.replace(/delivery [\w-]+/, 'delivery …'))
          .filter(isWords),
        letters: queue ? (await chat.deadLetters()).map(({ error }) => error) : [],
        errors: chat.log.flatMap(({ level, message }) => (level === 'error' ? [message] : [])),
      }
    }
    const apology = 'Something went wrong; delivery ….'

    it.each(['webhook', 'events'] as const)(
      'the queue repeats what may pass; the bug is said once, by %s',
      async (by) => {
        expect(await outcome(by, true, 3)).toEqual({
          bugs: 1,
          passing: 3,
          caught: ['TypeError: No oven'],
          said: [apology, 'Done.'],
          letters: ['TypeError: No oven'],
          errors: ['The handler failed', 'Moved the delivery to the dead letters'],
        })
      },
    )

    it.each(['webhook', 'events'] as const)('a dead letter names both if neither passes, by %s', async (by) => {
      expect(await outcome(by, true, Number.POSITIVE_INFINITY)).toEqual({
        bugs: 1,
        passing: 5,
        caught: ['TypeError: No oven', 'RetryError: Cold'],
        said: [apology, apology],
        letters: ['TypeError: No oven; RetryError: Cold'],
        errors: ['The handler failed', 'The handler failed', 'Moved the delivery to the dead letters'],
      })
    })

    it('both are said at once without a queue', async () => {
      const { caught, ...seen } = await outcome('webhook', false, 3)
      expect(caught.toSorted()).toEqual(['RetryError: Cold', 'TypeError: No oven'])
      expect(seen).toEqual({
        bugs: 1,
        passing: 1,
        said: [apology, apology],
        letters: [],
        errors: ['The handler failed', 'The handler failed'],
      })
    })
  })
})

it('runs the handler that had the bug again when its dead letter is replayed', async () => {
  const runs: string[] = []
  let isMended = false
  let failures = 0
  const bot = new Bot()
    .onMessage(() => {
      runs.push('bug')
      if (!isMended) throw new TypeError('No oven')
    })
    .onMessage(() => {
      runs.push('passing')
      if (++failures < 2) throw new RetryError('Cold', busy)
    })
  const { listen, say, settle, simulator, kept } = await village()
  listen(bot, { hasQueue: true })
  await settle()
  say('hello')
  await settle()
  await simulator.clock.advance('20m')
  await settle()
  expect(runs).toEqual(['bug', 'passing', 'passing'])
  const [letter] = await kept.engine.listDead(undefined, 10)
  expect(letter).toMatchObject({ reason: 'failed', error: 'TypeError: No oven' })
  isMended = true
  await kept.engine.replayDead(letter?.entry.id ?? '', simulator.clock.now())
  await settle()
  expect(runs.slice(3)).toContain('bug')
  expect(await kept.engine.listDead(undefined, 10)).toEqual([])
})

it('each of several commands in one message is retried as its own option says', async () => {
  const runs: string[] = []
  const fail = (name: string) => () => {
    runs.push(name)
    throw new Error('It rained.')
  }
  const bot = new Bot()
    .command('plain', { description: 'Fails' }, fail('plain'))
    .command('again', { description: 'Fails', retry: true }, fail('again'))
  await using chat = await testBot(bot, { queue: true })
  await chat.as('iago').say('@**Echo**\nplain\nagain', here)
  await chat.advance('2h')
  expect(runs).toEqual(['plain', 'again', 'again', 'again', 'again', 'again'])
})

it('takes no step of a handler for the end of another handler, whatever its name is', async () => {
  const runs: string[] = []
  const bot = new Bot()
    .onMessage(async (ctx) => {
      runs.push(await ctx.once('handler 1', () => 'mixed'))
    })
    .onMessage(() => {
      runs.push('baked')
      if (runs.filter((run) => run === 'baked').length < 2) throw new RetryError('Cold', busy)
    })
  await using chat = await testBot(bot, { queue: true })
  await chat.as('iago').say('@**Echo** hi', here)
  await chat.advance('20m')
  expect(runs).toEqual(['mixed', 'baked', 'baked'])
  expect(await chat.deadLetters()).toEqual([])
})
