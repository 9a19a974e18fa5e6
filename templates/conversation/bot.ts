import { Bot, logging, session } from 'earshot'
import * as z from 'zod'

const dishes = ['soup', 'pasta', 'salad'] as const

/** Who eats what today, kept for each topic and forgotten overnight. */
const lunch = session({
  name: 'lunch',
  key: 'conversation',
  schema: z.object({ orders: z.record(z.string(), z.enum(dishes)) }),
  initial: () => ({ orders: {} }),
  expiresIn: '12h',
})

/** A bot that takes orders for lunch by asking. A question waits for its answer even while the process is restarted. */
export function createBot() {
  const bot = new Bot().use(logging()).use(lunch)

  bot.command('lunch', { description: 'Order lunch, question by question' }, async (ctx) => {
    const dish = await ctx.ask(`What would you like? ${dishes.join(', ')}`, { choices: dishes, name: 'dish' })
    const sure = await ctx.ask(`One ${dish}, then? yes, no`, { choices: ['yes', 'no'], timeout: '5m', name: 'sure' })
    if (sure === 'no') return 'Nothing is ordered.'
    await ctx.lunch.update(({ orders }) => ({ orders: { ...orders, [ctx.sender.name]: dish } }))
    return `One ${dish} for you.`
  })

  bot.command('orders', { description: 'Show what is ordered here' }, async (ctx) => {
    const { orders } = await ctx.lunch.get()
    const counts = dishes.map((dish) => [dish, Object.values(orders).filter((one) => one === dish).length] as const)
    const ordered = counts.filter(([, count]) => count > 0)
    return ordered.length === 0 ? 'Nothing yet.' : ordered.map(([dish, count]) => `* ${count} × ${dish}`).join('\n')
  })

  bot.every('weekdays at 11:30', { name: 'lunch', timezone: 'Europe/Rome' }, async (ctx) => {
    await ctx.send({ channel: 'kitchen', topic: 'lunch' }, 'Who is hungry? Mention me and say `lunch`.')
  })

  return bot.on('direct', () => 'Say `lunch` to order something.')
}

/** The one that is served. */
export const bot = createBot()
