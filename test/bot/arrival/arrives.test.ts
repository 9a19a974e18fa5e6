import { Bot, type Context, choices, stream } from 'earshot'
import { describe, expect, it } from 'vitest'
import { between, faults, lunch, type Stage, stage, startsWith, type Trouble, type Way, ways } from './stage.js'

/** A kind of reply: the bot, what people do, and the texts that have to be read. */
interface Kind {
  readonly bot: (stage: () => Stage) => Bot
  readonly texts: readonly string[]
  readonly act?: (stage: Stage, mention: string) => Promise<void>
  readonly ways?: readonly Way[]
  /** Calls and steps of the storage that the handler itself asks for: if they fail, so does the handler, and the log says so. */
  readonly own?: readonly string[]
}

const late = '20s'
const mentioned = (handler: Parameters<Bot['onMention']>[0]) => () => new Bot().onMention(handler)
const asking = (question: (ctx: Context) => Promise<string>) => () => {
  const bot = new Bot().command('go', { description: 'Ask' }, question)
  return bot
}
const answering = (who: string, answer: string) => async (at: Stage, mention: string) => {
  await at.say('iago', `${mention} go`)
  await at.say(who, `${mention} ${answer}`)
}

/** A question that can't be kept can't be asked. */
const keeping = ['get conversation', 'set conversation', 'delete conversation']

const kinds: Readonly<Record<string, Kind>> = {
  'a returned value': {
    bot: mentioned(async (ctx) => {
      await ctx.sleep(late)
      return 'the answer'
    }),
    texts: ['the answer'],
  },
  'ctx.reply, twice': {
    bot: mentioned(async (ctx) => {
      await ctx.reply('the beginning')
      await ctx.sleep(late)
      await ctx.reply('the end')
    }),
    texts: ['the beginning', 'the end'],
  },
  'an edited message': {
    bot: mentioned(async (ctx) => {
      await ctx.sleep(late)
      const sent = await ctx.send('thinking')
      await sent.edit('the answer')
    }),
    texts: ['the answer'],
    own: ['messages.edit'],
  },
  'a progress message': {
    bot: mentioned(async (ctx) => {
      await ctx.sleep(late)
      const progress = await ctx.progress('baking')
      await ctx.sleep('5s')
      await progress.done('the answer')
    }),
    texts: ['the answer'],
  },
  'a stream': {
    bot: mentioned(async (ctx) => {
      await ctx.sleep(late)
      await stream(ctx, async function* () {
        yield 'the answer '
        await ctx.sleep('3s')
        yield 'in full'
      })
    }),
    texts: ['the answer in full'],
  },
  'a question and what follows': {
    bot: asking(async (ctx) => {
      await ctx.sleep(late)
      const bread = await ctx.ask('Which bread?')
      await ctx.sleep(late)
      return `${bread} it is`
    }),
    texts: ['Which bread?', 'rye it is'],
    own: keeping,
    act: answering('iago', 'rye'),
  },
  'a choice': {
    bot: asking(async (ctx) => `${await ctx.ask('Which bread?', { choices: ['rye', 'spelt'] })} it is`),
    texts: ['Which bread?', 'rye it is'],
    own: keeping,
    act: answering('iago', '1'),
  },
  'an approval': {
    bot: asking(async (ctx) => {
      await ctx.sleep(late)
      const { answers } = await ctx.approve('Release?', { by: { users: ['hamlet@example.com', 9] } })
      await ctx.sleep(late)
      return `by ${answers[0]?.user.name}`
    }),
    texts: ['Release?', 'by Hamlet'],
    act: answering('hamlet', 'approve'),
    own: ['users.get', 'users.getByEmail', 'server.settings', ...keeping],
  },
  'a question to a group': {
    bot: asking(async (ctx) => {
      await ctx.sleep(late)
      return `${await ctx.ask('Which bread?', { from: { role: 'member' } })} it is`
    }),
    texts: ['Which bread?', 'rye it is'],
    act: answering('hamlet', 'rye'),
    own: ['users.get', 'users.getByEmail', 'server.settings', ...keeping],
  },
  'a widget': {
    bot: mentioned(async (ctx) => {
      await ctx.sleep(late)
      return choices({ heading: 'the answer', options: ['soup', 'bread'] })
    }),
    texts: ['the answer'],
  },
  'a file': {
    bot: mentioned(async (ctx) => {
      await ctx.sleep(late)
      const { markdown } = await ctx.upload('sales.csv', 'rye,3')
      return `the answer ${markdown}`
    }),
    texts: ['the answer'],
    own: ['files.upload', 'server.settings'],
  },
  'a reaction and a reply': {
    bot: mentioned(async (ctx) => {
      await ctx.sleep(late)
      await ctx.react('tada')
      return 'the answer'
    }),
    texts: ['the answer'],
    own: ['reactions.add'],
  },
}

function placesOf(at: Stage, text: string): string[] {
  const places = [lunch, { dm: ['iago', at.botName] }, { dm: ['hamlet', at.botName] }]
  return places.flatMap((place) =>
    at.simulator
      .messages(place as typeof lunch)
      .filter(({ sender_id, content }) => sender_id === at.botId && content.includes(text))
      .map(() => JSON.stringify(place)),
  )
}

const isTold = (at: Stage) => at.log.some(({ level }) => level === 'error' || level === 'warn')

async function run(kind: Kind, by: Way, trouble: Trouble = {}): Promise<Stage> {
  let at: Stage | undefined
  const bot = kind.bot(() => at as Stage)
  at = await stage(bot, by, trouble)
  const mention = `@**${at.botName}**`
  await (kind.act ?? ((one) => one.say('iago', `${mention} go`)))(at, mention)
  return at
}

const cases = Object.entries(kinds).flatMap(([name, kind]) =>
  (kind.ways ?? ways).map((by) => [name, by, kind] as const),
)

function faultsOf(endpoint: string, by: Way): readonly string[] {
  if (by === 'events' && startsWith.has(endpoint)) return ['answers 503', 'answers malformed JSON']
  if (by !== 'webhook') return ['answers 503', 'is reset before taking effect']
  // An answer to an edit has no fields that could be of another shape.
  return [...faults, ...Object.keys(between)].filter(
    (fault) => endpoint !== 'messages.edit' || fault !== 'answers in another shape',
  )
}

describe.each(cases)('%s by %s', (_, by, kind) => {
  it('arrives if any call fails, in any way', async () => {
    const healthy = await run(kind, by)
    expect(kind.texts.map((text) => [text, placesOf(healthy, text).length])).toEqual(
      kind.texts.map((text) => [text, 1]),
    )
    const wrong: unknown[] = []
    for (const endpoint of healthy.calls) {
      for (const fault of faultsOf(endpoint, by)) {
        const at = await run(kind, by, { call: { endpoint, fault } })
        const found = kind.texts.map((text) => placesOf(at, text).length)
        const isHopeless = endpoint === 'messages.send' || kind.own?.includes(endpoint)
        const isRight = found.every((count) => count === 1 || (isHopeless && count === 0 && isTold(at)))
        if (!isRight) wrong.push(`${endpoint} ${fault}: ${found}`)
        await at.close()
      }
    }
    await healthy.close()
    expect(wrong).toEqual([])
  })

  it('arrives if any step of the storage fails', async () => {
    const healthy = await run(kind, by)
    const wrong: unknown[] = []
    // A listener waits until it can say what it has taken.
    for (const storage of [...healthy.stored].filter((one) => !/ (?:lock|listener)/.test(one))) {
      const at = await run(kind, by, { storage })
      const found = kind.texts.map((text) => placesOf(at, text).length)
      const isOwn = kind.own?.includes(storage) && isTold(at)
      if (!isOwn && found.some((count) => count !== 1)) {
        wrong.push(`${storage}: ${found} ${at.log.flatMap(({ level, message }) => (level === 'error' ? message : []))}`)
      }
      await at.close()
    }
    await healthy.close()
    expect(wrong).toEqual([])
  })
})
