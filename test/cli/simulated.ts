import { Bot } from 'earshot'
import { serve } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'

/** A simulator on a socket whose bot Echo answers, and what a command needs to know of it. */
export async function simulated() {
  const simulator = createSimulator()
  const { url } = await simulator.serve({ port: 0 })
  const { email, apiKey, token } = simulator.credentials('echo')
  if (token === undefined) throw new Error('An outgoing-webhook bot has a token.')
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const serving = await serve(echo(), {
    port: 0,
    hostname: '127.0.0.1',
    credentials: { site: url, email, apiKey, token },
    handleSignals: false,
    closeTimeout: 100,
    log: silent,
  })
  simulator.connect('echo', serving.url)
  return {
    simulator,
    url,
    bot: serving.url,
    token,
    environment: { EARSHOT_SIMULATOR: url },
    close: async () => {
      await serving.close()
      await simulator.close()
    },
  }
}

function echo(): Bot {
  const bot = new Bot()
  bot.command('twice', { description: 'Answer twice' }, async (ctx) => {
    await ctx.reply('first\nand more')
    await ctx.reply('second')
  })
  bot.command('quiet', { description: 'Say nothing' }, () => undefined)
  return bot.onMention(({ text }) => `You said: ${text}`).onDirectMessage(({ text }) => `Privately: ${text}`)
}
