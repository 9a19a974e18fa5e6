import { Bot, silent } from 'earshot'
import { serve } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { recordingLog } from '../receiver/kit.js'
import { type Attack, attack, babbler, dawdler, flooder, guesser, idler, junker } from './attackers.js'

/** A bot and a chat server on sockets; `talk` has so many messages delivered, and gives the answers. */
async function bakery(log = silent) {
  const simulator = createSimulator()
  await simulator.serve()
  onTestFinished(() => simulator.close())
  const { token = '', ...credentials } = simulator.credentials('Echo')
  const { url, port, close } = await serve(
    new Bot().onDirectMessage((ctx) => `You said: ${ctx.text}`),
    {
      credentials: { ...credentials, token },
      port: 0,
      environment: {},
      handleSignals: false,
      log,
      timeouts: { headers: 500, body: 1_000, idle: 1_000 },
      maxConnections: 200,
    },
  )
  onTestFinished(close)
  simulator.connect('Echo', url)
  return {
    port,
    async talk(count: number): Promise<string[]> {
      const people = ['Iago', 'Hamlet', 'Cordelia', 'Othello']
      for (let at = 0; at < count; at += 1) {
        simulator.say(people[at % people.length] ?? '', { to: ['Echo'] }, `loaf ${at}`)
        if (at % 4 === 3) await simulator.idle()
      }
      await simulator.idle()
      return people
        .flatMap((who) => simulator.messages({ dm: [who, 'Echo'] }))
        .filter(({ sender_full_name }) => sender_full_name === 'Echo')
        .map(({ content }) => content)
    },
  }
}

const answersTo = (count: number) => Array.from({ length: count }, (_, at) => `You said: loaf ${at}`).sort()

describe('every delivery is answered while the bot is under attack', () => {
  it('by 300 who connect and say nothing, though only 200 may be connected', async () => {
    const { port, talk } = await bakery()
    const idlers = attack(port, 300, idler)
    expect((await talk(20)).sort()).toEqual(answersTo(20))
    await idlers.stop()
  })

  it('by slow bodies', async () => {
    const { port, talk } = await bakery()
    const slow = attack(port, 100, dawdler)
    expect((await talk(20)).sort()).toEqual(answersTo(20))
    await slow.stop()
  })

  it('by a flood of wrong tokens, which hears soon that there were too many and leaves the log readable', async () => {
    const { log, lines } = recordingLog()
    const { port, talk } = await bakery(log)
    const flood = attack(port, 8, guesser, 500)
    await until(() => (flood.statuses.get('429') ?? 0) > 20)
    expect((await talk(20)).sort()).toEqual(answersTo(20))
    await flood.stop()
    expect(flood.statuses.get('200')).toBeUndefined()
    expect(lines.filter(({ level }) => level === 'warn').length).toBeLessThan(100)
  })

  it('by all of these and 100 MB of junk at once, within a bounded memory', async () => {
    const { port, talk } = await bakery()
    const kinds = [idler, dawdler, guesser, junker, flooder, babbler]
    const attacks: Attack[] = kinds.map((kind) => attack(port, kind === idler ? 50 : 8, kind, 1_000))
    const sent = () => attacks.reduce((sum, one) => sum + one.sent, 0)
    const before = process.memoryUsage().arrayBuffers
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
    }, 20)
    expect((await talk(20)).sort()).toEqual(answersTo(20))
    await until(() => sent() > 100 * 2 ** 20)
    clearInterval(watch)
    await Promise.all(attacks.map((one) => one.stop()))
    // The attackers are in this process too, each with what it is about to send.
    expect(peak).toBeLessThan(160 * 2 ** 20)
  })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
