import { env } from 'node:process'
import { createSimulator } from 'earshot/simulator'
import { createBot } from './bot.js'

// A simulated chat server with the bot in it, and a page to talk to it.
const simulator = createSimulator()
const { url } = await simulator.serve({ port: Number(env.PORT ?? 9991) })
const { email, apiKey } = simulator.addBot({ full_name: 'Baker', type: 'generic' })
const { bot, zulip } = createBot({ adapter: { site: url, email, apiKey, mode: 'events' } })
await bot.initialize()
await zulip.ready
console.log(`Open ${url} and write: @**Baker** hello`)
