import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bot, type Log, silent } from 'earshot'
import { ConfigurationError, listen, serve, sqlite } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'

async function opened() {
  const simulator = createSimulator()
  const { url: site } = await simulator.serve()
  const folder = mkdtempSync(join(tmpdir(), 'earshot-listen-'))
  onTestFinished(async () => {
    await simulator.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { token: _, ...account } = simulator.addBot({ full_name: 'Ear', type: 'generic' })
  const messages: string[] = []
  const note = (_: object, message: string) => void messages.push(message)
  const log: Log = { ...silent, info: note, warn: note, error: note }
  const said = () => simulator.messages({ dm: ['Iago', 'Ear'] }).map(({ content }) => content)
  const say = (text: string) => simulator.say('Iago', { to: ['Ear'] }, text)
  return {
    simulator,
    credentials: { ...account, site },
    store: sqlite(join(folder, 'bots.db')),
    log,
    messages,
    said,
    say,
  }
}

const bot = new Bot().onDirectMessage((ctx) => `Psst: ${ctx.text}`)

describe('listen', () => {
  it('runs a bot without an address and token, across restarts', async () => {
    const { credentials, store, log, said, say, simulator, messages } = await opened()
    const options = { credentials, queue: store, log, handleSignals: false }
    const first = await listen(bot, options)
    await expect.poll(() => simulator.usage.endpoints.has('events.get')).toBe(true)
    say('one')
    await expect.poll(said).toEqual(['one', 'Psst: one'])
    await first.close()
    say('two')
    const second = await listen({
      bots: [{ bot, credentials }],
      queue: store,
      log,
      handleSignals: false,
      healthPort: 0,
    })
    await expect.poll(said).toEqual(['one', 'Psst: one', 'two', 'Psst: two'])
    expect((await fetch(`${second.healthUrl}/readyz`)).status).toBe(200)
    await second.close()
    expect(messages.filter((message) => message === 'Closed')).toHaveLength(2)
  })

  it('warns once of questions that a bot without a storage would lose, and only then', async () => {
    const { credentials, store, log, messages, simulator, said, say } = await opened()
    const asking = new Bot().onDirectMessage(async (ctx) => `So ${await ctx.ask('What?')}.`)
    const warnings = () => messages.filter((message) => message.includes('lost when this process ends'))
    const listening = await listen(asking, { credentials, log, handleSignals: false })
    await expect.poll(() => simulator.usage.endpoints.has('events.get')).toBe(true)
    expect(warnings()).toEqual([])
    say('hello')
    await expect.poll(() => said().at(-1)).toBe('What?')
    say('buns')
    await expect.poll(() => said().at(-1)).toBe('So buns.')
    say('hello again')
    await expect.poll(() => said().at(-1)).toBe('What?')
    expect(warnings()).toEqual([expect.stringContaining('open questions')])
    await listening.close()
    const durable = await listen(asking, { credentials, log, handleSignals: false, queue: store })
    await durable.close()
    expect(warnings()).toHaveLength(1)
  })

  it("ends with the server's refusal", async () => {
    const { credentials, log } = await opened()
    const listening = await listen(bot, {
      credentials: { ...credentials, apiKey: 'x'.repeat(32) },
      log,
      handleSignals: false,
    })
    expect(await listening.ended).toEqual([
      expect.objectContaining({ code: 'listener_refused', message: expect.stringContaining('HTTP 401') }),
    ])
    await listening.close()
  })

  it('rejects unknown and invalid options', async () => {
    const { credentials } = await opened()
    const wrong = [{ port: 80 }, { catchup: {} }]
    for (const options of wrong) {
      await expect(listen(bot, { credentials, ...options } as never)).rejects.toThrow(
        /^listen has no option `(port|catchup)`/,
      )
    }
    await expect(listen(bot, { credentials, catchUp: { atMost: 'soon' } })).rejects.toThrow('catchUp.atMost')
    await expect(listen(bot, { credentials, work: false })).rejects.toThrow('no queue for the workers')
    await expect(listen(bot, { credentials, lease: -1 })).rejects.toThrow('lease')
    await expect(listen(bot, { environment: {}, configFile: 'nowhere' })).rejects.toThrow(ConfigurationError)
  })

  it('is recommended by a warning of serve for handlers that webhooks never call', async () => {
    const lines: { readonly fields: object; readonly message: string }[] = []
    const log: Log = { ...silent, warn: (fields, message) => void lines.push({ fields, message }) }
    const { credentials } = await opened()
    const serving = await serve(
      new Bot().onReaction(() => 'Thanks'),
      {
        credentials: { ...credentials, token: 't'.repeat(32) },
        port: 0,
        log,
        handleSignals: false,
      },
    )
    await serving.close()
    // The environment of the tests has variables of its own, of which it is warned too.
    expect(lines.filter(({ fields }) => !('option' in fields))).toEqual([
      {
        message: 'A webhook brings nothing for onReaction: also run the bot with listen or earshot listen',
        fields: {
          bot: credentials.email,
          handler: 'onReaction',
          at: expect.stringMatching(/listen\.test\.ts:\d+:\d+$/),
        },
      },
    ])
  })
})
