import { pathToFileURL } from 'node:url'
import { Bot, escapeMentions } from 'earshot'
import { serve } from 'earshot/node'

export const bot = new Bot({ name: 'minimal' })

bot.command('hello', { description: 'Say hello' }, (ctx) => `Hello, ${escapeMentions(ctx.sender.name)}!`)

bot.command('whois <email>', { description: 'Look a person up', examples: ['whois iago@example.com'] }, async (ctx) => {
  const { user } = await ctx.client.users.getByEmail({ email: ctx.args.email })
  return `**${escapeMentions(user.full_name)}** joined on ${user.date_joined}`
})

bot.onDirectMessage((ctx) => `You said: ${escapeMentions(ctx.text)}`)

// Serves the bot when this file is what Node was started with, and not when a test imports it.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await serve(bot)
