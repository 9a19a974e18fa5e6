import { Bot, silent } from 'earshot'
import { listen, serve } from 'earshot/node'
import { memoryQueue } from 'earshot/queue'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FoundBot } from '../../src/node/servedBots.js'
import { fetchOnce } from './serving.js'

const bot = new Bot().onMention((ctx) => `You said ${ctx.text}.`)
const kitchen = { channel: 'kitchen', topic: 'oven' }
const options = { port: 0, environment: {}, handleSignals: false, log: silent } as const

/** An organisation, and what its row of the database has. */
async function organisation(name: string) {
  const simulator = createSimulator()
  const { url: site } = await simulator.serve()
  onTestFinished(() => simulator.close())
  const { email, apiKey, token = '' } = simulator.addBot({ full_name: name })
  return {
    found: { bot, credentials: { site, email, apiKey, token } } satisfies FoundBot,
    async hears(url: string, text: string) {
      simulator.connect(email, url)
      simulator.say('Iago', kitchen, `@**${name}** ${text}`)
      await simulator.idle()
      const { content } = simulator.messages(kitchen).at(-1) ?? {}
      return content === `You said ${text}.`
    },
  }
}

describe('a dynamic set of bots', () => {
  it('can be a look-up function, with metrics per bot', async () => {
    const table = new Map<string, FoundBot>()
    const serving = await serve({ ...options, bots: (email) => table.get(email) })
    onTestFinished(() => serving.close())
    for (const name of ['Bakery', 'Library']) {
      const { found, hears } = await organisation(name)
      table.set(found.credentials.email, found)
      expect(await hears(serving.url, `hello ${name}`)).toBe(true)
    }
    const metrics = await (await fetchOnce(`${serving.url}/metrics`)).text()
    for (const email of table.keys()) {
      expect(metrics).toContain(`earshot_deliveries_total{bot="${email}",trigger="mention",outcome="answered"} 1`)
    }
  })

  it('is looked up once for receiver and worker', async () => {
    const { found, hears } = await organisation('Bakery')
    let asked = 0
    const serving = await serve({
      ...options,
      queue: memoryQueue(),
      bots() {
        asked += 1
        return found
      },
    })
    onTestFinished(() => serving.close())
    await hears(serving.url, 'hello')
    expect(asked).toBe(1)
  })

  it("is rejected if it can't be listed for listen or isn't valid", async () => {
    const { port: _, ...listening } = options
    const lookup = () => undefined
    // @ts-expect-error Nobody knows which bots there are to listen for.
    await expect(listen({ ...listening, bots: lookup })).rejects.toThrow(/is a function, so it is not known/)
    // @ts-expect-error Its bots have no credentials.
    await expect(serve({ ...options, bots: [{}] })).rejects.toThrow(/not a list of bots/)
    await expect(serve({ ...options, bots: null as never })).rejects.toThrow(
      /not a list of bots.* a function of the address/,
    )
  })
})
