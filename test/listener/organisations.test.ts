import { Bot, silent } from 'earshot'
import { createListener } from 'earshot/listener'
import { botsFrom } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it, onTestFinished } from 'vitest'
import { turns } from '../queue/town.js'

describe('a listener with a listing of bots', () => {
  it('listens for each bot as long as it is listed', async () => {
    const simulator = createSimulator({ clock: 'frozen' })
    onTestFinished(() => simulator.close())
    const { clock } = simulator
    const account = (full_name: string) => {
      const { token: _, ...credentials } = simulator.addBot({ full_name, type: 'generic' })
      return credentials
    }
    const table = new Map([['Ear', account('Ear')]])
    const other = account('Nose')
    const bot = new Bot().onDirectMessage((ctx) => `Psst: ${ctx.text}`)
    const bots = botsFrom({
      async *[Symbol.asyncIterator]() {
        for (const credentials of table.values()) yield { bot, credentials }
      },
    })
    const listening = createListener({
      bots,
      clock,
      log: silent,
      storage: memoryStorage({ clock }),
      fetch: (...request) => simulator.fetch(...request),
    }).start()
    const settle = async () => {
      for (let round = 0; round < 4; round += 1) {
        await turns()
        await simulator.advance('1s')
      }
    }
    const answers = async (name: string) => {
      simulator.say('Iago', { to: [name] }, 'hm')
      await settle()
      return simulator.messages({ dm: ['Iago', name] }).at(-1)?.content === 'Psst: hm'
    }
    await settle()
    expect([await answers('Ear'), await answers('Nose')]).toEqual([true, false])
    table.set('Nose', other)
    await simulator.advance('1m')
    await settle()
    table.delete('Ear')
    expect(await answers('Nose')).toBe(true)
    await simulator.advance('1m')
    await settle()
    expect([await answers('Ear'), await answers('Nose')]).toEqual([false, true])
    let hasEnded = false
    void listening.ended.then(() => {
      hasEnded = true
    })
    await turns()
    expect(hasEnded).toBe(false)
    await listening.stop()
    expect(await listening.ended).toEqual([])
    expect(await answers('Nose')).toBe(false)
  })

  it('throws if it is given a lookup', () => {
    const bots = botsFrom(() => undefined)
    expect(() => createListener({ bots: bots as never, log: silent })).toThrow(
      expect.objectContaining({
        code: 'receiver_option',
        option: 'bots',
        message: expect.stringContaining('is a lookup'),
      }),
    )
  })
})
