import { Bot, type Storage, silent } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import { turns } from '../queue/town.js'

const hour = 3_600_000

/** Two processes that share a storage; one of them has the deliveries. */
function twoProcesses(bot: () => Bot) {
  const simulator = createSimulator({ clock: 'frozen' })
  const { clock } = simulator
  const account = simulator.realm.account('echo')
  const { token = '', ...credentials } = simulator.credentials(account.id)
  const storage: Storage = { ...memoryStorage({ clock }), isLocal: false }
  const start = () => {
    const receiver = createReceiver({
      bots: [{ bot: bot(), credentials, tokens: [token] }],
      clock,
      storage,
      log: silent,
      handlerTimeout: hour,
      fetch: async (input, init) => simulator.fetch(new Request(input, init)),
    })
    const { stop } = receiver.start()
    return { stop, deliver: () => simulator.connect(account.id, async (request) => receiver.fetch(request)) }
  }
  return {
    processes: [start(), start()] as const,
    async say(text: string) {
      simulator.say('iago', { channel: 'kitchen', topic: 'bread' }, `@**${account.full_name}** ${text}`)
      await turns()
    },
    async advance(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        await clock.advance('1m')
        await turns()
      }
    },
    said: () =>
      simulator
        .messages({ channel: 'kitchen', topic: 'bread' })
        .filter(({ sender_id }) => sender_id === account.id)
        .map(({ content }) => content),
    close: () => simulator.close(),
  }
}

describe('the second of two processes', () => {
  it('sends the time-out notice of a question whose process has stopped', async () => {
    const place = twoProcesses(() =>
      new Bot().command('bake', { description: 'Bake' }, (ctx) => ctx.ask('What?', { timeout: '5m' })),
    )
    const [asking, other] = place.processes
    asking.deliver()
    await place.say('bake')
    await asking.stop()
    await place.advance(7)
    expect(place.said()).toEqual(['What?', 'I waited for an answer, but the time for it is up.'])
    await other.stop()
    await place.close()
  })

  it("doesn't resume a handler that is still running in the first", async () => {
    let baked = 0
    const place = twoProcesses(() =>
      new Bot().command('bake', { description: 'Bake' }, async (ctx) => {
        const what = await ctx.ask('What?')
        baked += 1
        await ctx.sleep('40m')
        return `Baked ${what}.`
      }),
    )
    place.processes[0].deliver()
    await place.say('bake')
    await place.say('rye')
    await place.advance(60)
    expect(place.said()).toEqual(['What?', 'Baked rye.'])
    expect(baked).toBe(1)
    await Promise.all(place.processes.map(({ stop }) => stop()))
    await place.close()
  })
})
