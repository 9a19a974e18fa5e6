import { Bot, silent } from 'earshot'
import { serve } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'

const kitchen = { channel: 'kitchen', topic: 'oven #12' }

describe('a bot and a server on sockets', () => {
  it('talk to each other over real HTTP, both ways', async () => {
    const simulator = createSimulator()
    await simulator.serve()
    onTestFinished(() => simulator.close())
    const { token = '', ...credentials } = simulator.credentials('Echo')
    const bot = new Bot()
      .command('whois <email>', { description: 'Look a person up' }, async (ctx) => {
        const { user } = await ctx.client.users.getByEmail({ email: ctx.args.email })
        return user.full_name
      })
      .onDirectMessage(async (ctx) => {
        for (const word of ctx.text.split(' ')) await ctx.reply(word)
      })
    const { url, close } = await serve(bot, {
      credentials: { ...credentials, token },
      port: 0,
      environment: {},
      handleSignals: false,
      log: silent,
    })
    onTestFinished(close)
    simulator.connect('Echo', url)
    simulator.say('Iago', kitchen, '@**Echo** whois hamlet@example.com')
    simulator.say('Iago', { to: ['Echo'] }, 'one two three')
    await simulator.idle()
    expect(simulator.messages(kitchen).at(-1)?.content).toBe('Hamlet')
    expect(simulator.messages({ dm: ['Iago', 'Echo'] }).map(({ content }) => content)).toEqual([
      'one two three',
      'one',
      'two',
      'three',
    ])
  })
})
