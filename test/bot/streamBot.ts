import { Bot, silent, stream } from '../../src/index.js'
import { serve, sqlite } from '../../src/node/index.js'

/** A process of its own: a bot that writes a long text, or goes on with it; its address is its first line. */
const [site = '', email = '', apiKey = '', token = '', file = ''] = process.argv.slice(2)

async function* words(first: number): AsyncGenerator<string> {
  for (let at = first; at < 40; at += 1) {
    yield `w${at} ${'.'.repeat(400)}\n\n`
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const bot = new Bot()
  .hears('resume', async (ctx) =>
    stream(ctx, () => words(0), { resume: (soFar) => words(soFar.match(/w\d+/g)?.length ?? 0) }),
  )
  .hears('cut off', async (ctx) => stream(ctx, () => words(0)))

const serving = await serve(bot, {
  port: 0,
  credentials: { site, email, apiKey, token, allowInsecure: true },
  queue: sqlite(file, { lease: 1_000 }),
  handleSignals: false,
  log: silent,
  maxCrashes: 1_000,
  attempts: 1_000,
  replyTimeout: 1_000,
  random: () => 0,
})
console.log(serving.url)
