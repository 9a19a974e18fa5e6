import { Bot, createReceiver } from 'earshot'

/** The same with a bot that can do everything, behind a receiver that is a Hono app. */
const bot = new Bot()
bot.onMention((ctx) => `You said: ${ctx.text}`)

const account = { site: 'https://chat.example.com', email: 'echo-bot@example.com', apiKey: 'k'.repeat(32) }
export const { fetch } = createReceiver({ bots: [{ bot, credentials: account, tokens: ['t'.repeat(32)] }] })
