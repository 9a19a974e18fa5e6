import { Bot } from 'earshot'
import { createReceiver } from 'earshot/receiver'

/** The smallest bot for an edge runtime: what is bundled to know how large it is. */
const bot = new Bot()
bot.onMention((ctx) => `You said: ${ctx.text}`)

const account = { site: 'https://chat.example.com', email: 'echo-bot@example.com', apiKey: 'k'.repeat(32) }
export const { fetch } = createReceiver({ bots: [{ bot, credentials: account, tokens: ['t'.repeat(32)] }] })
