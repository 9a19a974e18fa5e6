import { Bot, webhookCallback } from 'grammy'
import { Hono } from 'hono'
import { secrets } from '../lib/payloads.mjs'
import { served } from '../receivers/listening.mjs'

/** grammY on Hono, as its documentation has it; answers in the webhook's reply, so that it calls nobody. */
export function start() {
  const bot = new Bot('1:unused', {
    botInfo: {
      id: 20,
      is_bot: true,
      first_name: 'Echo',
      username: 'echo_bot',
      can_join_groups: true,
      can_read_all_group_messages: true,
      supports_inline_queries: false,
    },
    client: { canUseWebhookReply: (method) => method === 'sendMessage' },
  })
  bot.on('message:text', (ctx) => ctx.reply(ctx.message.text))
  const app = new Hono()
  app.post('/', webhookCallback(bot, 'hono', { secretToken: secrets.telegram }))
  return served(app)
}
