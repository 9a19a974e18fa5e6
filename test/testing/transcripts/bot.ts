import { Bot } from 'earshot'

/** Asks before it bakes, and says good morning by itself. */
export function createBaker(): Bot {
  const bot = new Bot({ name: 'baker' })
  bot.command('bake <what>', { description: 'Bake something' }, async (ctx) => {
    const { what } = ctx.args
    const answer = await ctx.ask(`Really bake **${what}**?`, { choices: ['yes', 'no'], timeout: '5m' })
    return answer === 'yes' ? `Baking ${what}.` : 'Then not.'
  })
  bot.every('weekdays at 9:00', { timezone: 'Europe/Rome', name: 'morning' }, async ({ send }) => {
    await send({ channel: 'kitchen', topic: 'today' }, 'Good morning!')
  })
  return bot
}
