import { Bot, escapeMentions, md } from 'earshot'

export const bot = new Bot()

bot.command('hello', { description: 'Say hello' }, (ctx) => `Hello, ${md.escape(ctx.sender.name)}!`)

bot.command('remember <text...>', { description: 'Keep a note for you' }, async (ctx) => {
  await ctx.storage.set(noteOf(ctx.sender), ctx.args.text)
  return 'I will.'
})

bot.command('recall', { description: 'Show your note' }, async (ctx) => {
  const note = await ctx.storage.get(noteOf(ctx.sender))
  return note === undefined ? 'You told me nothing yet.' : `You told me: ${escapeMentions(note.value)}`
})

bot.onDirectMessage((ctx) => `You said: ${escapeMentions(ctx.text)}`)

const noteOf = ({ id }: { readonly id: number }) => `note:${id}`
