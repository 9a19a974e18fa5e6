import { Bot, choices } from 'earshot'
import { describe, expect, it } from 'vitest'
import { between, faults, lunch, type Stage, stage, type Trouble, type Way, ways } from './stage.js'

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
  'a widget': {
    bot: mentioned(async (ctx) => {
      await ctx.sleep(late)
      return choices({ heading: 'the answer', options: ['soup', 'bread'] })
    }),
    texts: ['the answer'],
  },
}

/** Where the bot has said a text, each place as often as it stands there. */
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
  ways.filter((by) => by !== 'events').map((by) => [name, by, kind] as const),
)

describe.each(cases)('%s by %s', (_, by, kind) => {
  it('arrives if any call fails, in any way', { timeout: 120_000 }, async () => {
    const healthy = await run(kind, by)
    expect(kind.texts.map((text) => [text, placesOf(healthy, text).length])).toEqual(
      kind.texts.map((text) => [text, 1]),
    )
    const wrong: unknown[] = []
    for (const endpoint of healthy.calls) {
      for (const fault of by === 'webhook'
        ? [...faults, ...Object.keys(between)]
        : ['answers 503', 'is reset before taking effect']) {
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

  it('arrives if any step of the storage fails', { timeout: 60_000 }, async () => {
    const healthy = await run(kind, by)
    const wrong: unknown[] = []
    // A listener waits until it can say what it has taken.
    for (const storage of [...healthy.stored].filter((one) => !/ (?:lock|listener)/.test(one))) {
      const at = await run(kind, by, { storage })
      const found = kind.texts.map((text) => placesOf(at, text).length)
      if (found.some((count) => count !== 1))
        wrong.push(
          `${storage}: ${found} ${at.log.filter(({ level }) => level === 'error').map(({ message }) => message)}`,
        )
      await at.close()
    }
    await healthy.close()
    expect(wrong).toEqual([])
  })
})
