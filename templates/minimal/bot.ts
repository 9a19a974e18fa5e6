import { Bot, escapeMentions, md } from 'earshot'

export const bot = new Bot()

bot.command('hello', { description: 'Say hello' }, (ctx) => `Hello, ${md.escape(ctx.sender.name)}!`)

bot.command('whois <email>', { description: 'Look a person up', examples: ['whois iago@example.com'] }, async (ctx) => {
  const { user } = await ctx.client.users.getByEmail({ email: ctx.args.email })
  return `**${md.escape(user.full_name)}** joined on ${user.date_joined}`
})

bot.onDirectMessage((ctx) => `You said: ${escapeMentions(ctx.text)}`)
