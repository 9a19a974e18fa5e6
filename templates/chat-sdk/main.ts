import { existsSync } from 'node:fs'
import { env, loadEnvFile } from 'node:process'
import { createIoRedisState } from '@chat-adapter/state-ioredis'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createBot } from './bot.js'

// Runs the bot for a chat server: by a webhook or by events, as its account is.
if (existsSync('.env')) loadEnvFile()
const { bot, zulip } = createBot(env.REDIS_URL ? { state: createIoRedisState({ url: env.REDIS_URL }) } : {})
await bot.initialize()

// Such as after its key was revoked: whatever runs the process starts it again, or shows that it failed.
void zulip.ended.then((reason) => {
  console.error(reason.message)
  process.exit(1)
})

const app = new Hono()
app.get('/healthz', (c) => c.json({ status: 'ok' }))
app.post('/api/zulip', (c) => bot.webhooks.zulip(c.req.raw))
const port = Number(env.PORT ?? 3000)
const server = serve({ fetch: app.fetch, port, hostname: env.HOST ?? '127.0.0.1' })
console.log(`The bot runs. An outgoing webhook is received at http://127.0.0.1:${port}/api/zulip`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.close()
    await bot.shutdown()
    process.exit()
  })
}
