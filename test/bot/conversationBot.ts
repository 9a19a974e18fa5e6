import { Bot, silent } from '../../src/index.js'
import { serve, sqliteStorage } from '../../src/node/index.js'

/** A process of its own: a bot that writes, asks, and goes on; its address is its first line. */
const [site = '', email = '', apiKey = '', token = '', file = ''] = process.argv.slice(2)

const bot = new Bot().command('order <what>', { description: 'Order something' }, async (ctx) => {
  await ctx.client.messages.send({ type: 'stream', to: 'general', topic: 'orders', content: `begun: ${ctx.args.what}` })
  const number = await ctx.once('number', () => process.pid)
  const answer = await ctx.ask(`Order ${ctx.args.what}?`, { choices: ['yes', 'no'] })
  const size = await ctx.ask('How large?')
  await ctx.client.messages.send({
    type: 'stream',
    to: 'general',
    topic: 'orders',
    content: `ended: ${answer}, ${size}`,
  })
  return `Done; the number is ${number === process.pid ? 'new' : 'old'}.`
})

const serving = await serve(bot, {
  port: 0,
  credentials: { site, email, apiKey, token, allowInsecure: true },
  storage: await sqliteStorage(file),
  handleSignals: false,
  log: silent,
})
console.log(serving.url)
