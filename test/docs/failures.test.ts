import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bot, type Context, RetryError, stream, UserError } from 'earshot'
import { type TestChat, testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { root } from './blocks.js'

/** What happens, as `docs/guides/failures.md` lists it. */
interface Kind {
  readonly what: string
  readonly bot: (run: () => number) => Bot
  readonly faults?: string
  /** What the sender says after the first message. */
  readonly answer?: string
  /** The handler never ends. */
  readonly hangs?: true
}

const mention = (handler: (ctx: Context, run: number) => unknown) => (run: () => number) =>
  new Bot().onMention(async (ctx) => {
    await handler(ctx, run())
    return 'Done.'
  })
const throwing = (error: () => unknown, until = 2) =>
  mention((_, run) => {
    if (run < until) throw error()
  })
const command = (retry: boolean, handler: (ctx: Context) => unknown) => (run: () => number) =>
  new Bot().command('go', { description: 'Go', retry }, async (ctx) => {
    if (run() < 2) await handler(ctx)
    return 'Done.'
  })
const unreachable = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
const fail = (error: unknown) => Promise.reject(error)
const bug = () => Object(undefined).ovens.first
const notYet = (run: () => number) => () => {
  if (run() < 2) throw new RetryError('The oven is cold', { after: '5s' })
  return 'Done.'
}
const always = Number.POSITIVE_INFINITY

const kinds: readonly Kind[] = [
  { what: 'a `UserError`', bot: throwing(() => new UserError('No bread today.')) },
  { what: 'a bug, such as a `TypeError`', bot: throwing(bug) },
  { what: 'any other error, or a string', bot: throwing(() => 'It rained.') },
  { what: 'a `RetryError`', bot: throwing(() => new RetryError('The oven is cold', { after: '5s' })) },
  {
    what: 'a `RetryError` each time',
    bot: throwing(() => new RetryError('The oven is cold', { after: '5s' }), always),
  },
  { what: 'a `fetch` that reaches nobody', bot: throwing(unreachable) },
  {
    what: 'a `fetch` that takes longer than its `AbortSignal.timeout`',
    bot: throwing(() => new DOMException('Too slow', 'TimeoutError')),
  },
  { what: 'a `fetch` that you aborted', bot: throwing(() => new DOMException('Aborted', 'AbortError')) },
  {
    what: 'an error with `status` 429 or 5xx, such as of an SDK',
    bot: throwing(() => Object.assign(new Error('busy'), { status: 503 })),
  },
  {
    what: 'an error whose `cause`, or one of whose `errors`, may pass',
    bot: throwing(() => new Error('No menu', { cause: new AggregateError([unreachable()]) })),
  },
  { what: 'the chat server refuses a call', bot: mention((ctx) => ctx.client.users.get({ user_id: 4_242 })) },
  {
    what: 'the chat server answers a call by 5xx',
    bot: mention((ctx) => ctx.client.users.list()),
    faults: 'the next 3 calls of users.list answer 503',
  },
  {
    what: 'the same, for a call that may have been done and must not be repeated',
    bot: mention((ctx) => ctx.client.userGroups.create({ name: 'bakers', description: '', members: [] })),
    faults: 'every call of userGroups.create answers 503',
  },
  { what: 'whatever fails in a command with `retry: true`', bot: command(true, () => fail(new Error('It rained.'))) },
  {
    what: 'whatever fails in a command with `retry: false`',
    bot: command(false, () => fail(new RetryError('The oven is cold'))),
  },
  {
    what: 'a middleware fails by a bug',
    bot: (run) =>
      new Bot()
        .use(async (_, next) => {
          run()
          await next()
          return Object(undefined).ovens.first
        })
        .onMention(() => 'Done.'),
  },
  {
    what: 'it may pass, after a reply',
    bot: mention(async (ctx, run) => {
      await ctx.reply('I begin.')
      if (run < 2) throw new RetryError('The oven is cold', { after: '5s' })
    }),
  },
  {
    what: 'it may pass, in the answer to a question',
    bot: mention(async (ctx) => {
      await ctx.ask('How many?')
      throw new RetryError('The oven is cold')
    }),
    answer: '2',
  },
  {
    what: 'it may pass, after the first words of a stream',
    bot: mention(async (ctx) => {
      await stream(ctx, async function* () {
        yield 'Half a loaf '
        await ctx.sleep('2s')
        throw new RetryError('The oven is cold')
      })
    }),
  },
  {
    what: 'one handler of a message has a bug, the next throws a `RetryError`',
    bot: (run) => new Bot().onMessage(bug).onMessage(notYet(run)),
  },
  {
    what: 'one handler of a message throws a `RetryError`, the next has a bug',
    bot: (run) => new Bot().onMessage(notYet(run)).onMessage(bug),
  },
  {
    what: '`bot.catch` answers',
    bot: (run) => throwing(() => new Error('It rained.'))(run).catch(() => 'I am broken.'),
  },
  {
    what: '`bot.catch` fails too',
    bot: (run) =>
      throwing(() => new Error('It rained.'))(run).catch(() => {
        throw new Error('It poured.')
      }),
  },
  { what: 'the time of the handler is up, and it ends', bot: mention((ctx) => ctx.sleep('1h')) },
  { what: 'the time of the handler is up, and it goes on', bot: mention(() => new Promise(() => {})), hangs: true },
]

interface Outcome {
  readonly said: readonly string[]
  readonly runs: number
  readonly letters: readonly string[]
  readonly errors: readonly string[]
}

async function outcomeOf(
  { bot, faults, answer, hangs }: Kind,
  queue: boolean,
  by: 'webhook' | 'events',
): Promise<Outcome> {
  let runs = 0
  const counting = () => (runs += 1)
  await using chat = await testBot(bot(counting), { queue, by, receiver: { handlerTimeout: 60_000 } })
  if (faults) chat.faults.add(faults)
  const iago = chat.as('iago')
  const here = { channel: 'general', topic: 'bread' }
  const saying = iago.say('@**Echo** go', here)
  if (hangs) await untilGivenUp(chat)
  await saying
  if (answer) await iago.say(`@**Echo** ${answer}`, here)
  await chat.advance('20m')
  return {
    said: chat
      .conversation(here)
      .filter(({ sender_full_name }) => sender_full_name === 'Echo')
      .map(({ content }) => content.replace(/delivery [\w-]+/, 'delivery …').replaceAll(/\s+/g, ' ')),
    runs,
    letters: queue ? (await chat.deadLetters()).map(({ reason }) => reason) : [],
    errors: chat.log.flatMap(({ level, message }) =>
      level === 'error' && message !== 'Moved the delivery to the dead letters' ? [message] : [],
    ),
  }
}

async function untilGivenUp(chat: TestChat): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await chat.advance('10s')
  }
}

const page = readFileSync(join(root, 'docs/guides/failures.md'), 'utf8')

describe('docs/guides/failures.md', () => {
  it.each(kinds)('tells what comes of this: $what', async (kind) => {
    const [without, withQueue, byEvents] = await Promise.all([
      outcomeOf(kind, false, 'webhook'),
      outcomeOf(kind, true, 'webhook'),
      outcomeOf(kind, true, 'events'),
    ])
    expect(page).toContain(rowOf(kind, without, withQueue))
    expect(byEvents).toEqual(withQueue)
    // What isn't tried again fails in the same words, here and in the log.
    if (withQueue.runs === without.runs) {
      expect({ said: withQueue.said, errors: withQueue.errors }).toEqual({ said: without.said, errors: without.errors })
    }
  })

  it('lists nothing else', () => {
    expect(page.split('\n').filter((line) => line.startsWith('| ')).length).toBe(kinds.length + 1)
  })
})

function rowOf({ what }: Kind, without: Outcome, { said, runs, letters }: Outcome): string {
  const text = (words: readonly string[]) => words.map((one) => `“${one}”`).join(' ')
  const same = text(said) === text(without.said) ? 'the same' : text(said)
  return `| ${what} | ${text(without.said)} | ${same} | ${runs} | ${letters.map((reason) => `\`${reason}\``).join(', ') || '–'} |`
}
