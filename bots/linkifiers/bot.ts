import { Bot, md, UserError } from 'earshot'
import { createLinkifier } from 'earshot/linkify'
import { moved } from '../moved.js'
import { requireFeature, sayRefusal } from '../refusals.js'
import { listOf } from './list.js'

/** Shows what becomes a link, tries texts, and lets administrators set the order. */
export function createLinkifiers(): Bot {
  const bot = new Bot({ name: 'linkifiers' })

  bot.command(
    'list',
    { description: 'Show what becomes a link, in the order in which it is tried', aliases: ['linkifiers'] },
    async ({ client, signal }) => {
      const { linkifiers } = await client.linkifiers.list({}, { signal })
      if (linkifiers.length === 0) return 'Nothing becomes a link by itself here.'
      return listOf(linkifiers, createLinkifier(linkifiers).problems)
    },
  )

  bot.command(
    'try <text...>',
    { description: 'Show what becomes a link in a text', examples: ['try The oven is in #12, and ORDER-7 waits'] },
    async ({ client, signal, args }) => {
      const { linkifiers } = await client.linkifiers.list({}, { signal })
      const links = createLinkifier(linkifiers).find(args.text)
      if (links.length === 0) return 'Nothing in it becomes a link.'
      return links
        .toSorted((one, other) => one.start - other.start)
        .map(({ text, url, id }) => `- ${md.code(text)} leads to ${md.link(url, url)}, by linkifier ${id}`)
        .join('\n')
    },
  )

  bot.command(
    'move <id:integer> to <place:integer>',
    {
      description: 'Try a linkifier earlier or later than others; asks first',
      examples: ['move 3 to 1'],
      access: 'administrator',
    },
    async (ctx) => {
      const { client, signal, args } = ctx
      await requireFeature(ctx, 'linkifierReordering')
      const { linkifiers } = await client.linkifiers.list({}, { signal })
      // What was asked about is what is done, even if somebody else sets the order before the answer comes.
      const order = await ctx.once('order', () => {
        const linkifier = linkifiers.find(({ id }) => id === args.id)
        if (linkifier === undefined) throw new UserError(`There is no linkifier ${args.id}. Say ${md.code('list')}.`)
        return moved(linkifiers, linkifier, args.place).map(({ id }) => id)
      })
      const ordered = order.flatMap((id) => linkifiers.filter((linkifier) => linkifier.id === id))
      const question = `They would be tried in this order, for everybody. Is that right? yes / no\n\n${listOf(ordered)}`
      const answer = await ctx.ask(question, { choices: ['yes', 'no'], timeout: '5m' })
      if (answer === 'no') return 'The order stays as it is.'
      await client.linkifiers.reorder({ ordered_linkifier_ids: order }, { signal })
      return 'The order is set.'
    },
  )

  return bot.catch(sayRefusal)
}
