import { access, Bot, NoAnswer, session } from 'earshot'
import * as z from 'zod'

/** Bots with one fault each, such as authors make them. */
export const planted = {
  once: () =>
    new Bot().command('order <dish>', { description: 'Order lunch' }, async (ctx) => {
      await ctx.reply(`Ordered: ${ctx.args.dish}`)
      return `Ordered: ${ctx.args.dish}`
    }),

  /** Reads what is stored, and writes one more over whatever is there by then. */
  sessions: () =>
    new Bot().command('count', { description: 'One more' }, async (ctx) => {
      const stored = Number((await ctx.storage.get('count'))?.value ?? 0)
      await ctx.storage.set('count', String(stored + 1))
      return `That makes ${stored + 1}.`
    }),

  wildcards: () =>
    new Bot().command(
      'praise <whom...>',
      { description: 'Praise somebody' },
      (ctx) => `Well done, @**${ctx.args.whom}**!`,
    ),

  /** Run by an administrator's bot, and for everybody. */
  rights: () =>
    new Bot().command('shut <channel>', { description: 'Archive a channel' }, async (ctx) => {
      const { streams } = await ctx.client.streams.list()
      const found = streams.find(({ name }) => name === ctx.args.channel) ?? streams.at(-1)
      if (found) await ctx.client.streams.archive({ stream_id: found.stream_id })
      return `${found?.name} is shut.`
    }),

  /** Takes the first half of a surrogate pair. */
  'no crash': () =>
    new Bot().command('link <word...>', { description: 'Link a word' }, (ctx) => {
      return `https://example.com/${encodeURIComponent((ctx.args.word ?? '').slice(0, 1))}`
    }),

  answered: () =>
    new Bot().command('bake', { description: 'Bake bread' }, async (ctx) => {
      try {
        return `I bake ${await ctx.ask('Which bread?', { timeout: '10m' })}.`
      } catch (error) {
        if (error instanceof NoAnswer) return undefined
        throw error
      }
    }),
}

/** The same without the faults. */
export function createClean(): Bot {
  const count = session({
    name: 'count',
    key: 'conversation',
    schema: z.object({ n: z.number() }),
    initial: () => ({ n: 0 }),
  })
  const bot = new Bot()
  bot.command('order <dish>', { description: 'Order lunch' }, (ctx) => `Ordered: ${ctx.args.dish}`)
  bot.command(
    'bake',
    { description: 'Bake bread' },
    async (ctx) => `I bake ${await ctx.ask('Which bread?', { timeout: '10m' })}.`,
  )
  bot.use(count).command('count', { description: 'One more' }, async (ctx) => {
    const { n } = await ctx.count.update(({ n }) => ({ n: n + 1 }))
    return `That makes ${n}.`
  })
  bot.use(access('administrator')).command('shut <channel>', { description: 'Archive a channel' }, async (ctx) => {
    const { streams } = await ctx.client.streams.list()
    const found = streams.find(({ name }) => name === ctx.args.channel)
    if (found === undefined) return 'There is no such channel.'
    await ctx.client.streams.archive({ stream_id: found.stream_id })
    return `${found.name} is shut.`
  })
  return bot
}
