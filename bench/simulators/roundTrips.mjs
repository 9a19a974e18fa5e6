import { Bot } from '../../dist/index.js'
import { createReceiver } from '../../dist/receiver/index.js'
import { createSimulator } from '../../dist/simulator/index.js'

/** A bot in the process of its simulated server: somebody mentions it, it is called, and its answer is stored. */
export function start({ together = 32 } = {}) {
  const simulator = createSimulator({ clock: 'frozen' })
  const { token, ...credentials } = simulator.credentials('echo')
  const bot = new Bot()
  bot.onMention((ctx) => ctx.text)
  const receiver = createReceiver({ bots: [{ bot, credentials, tokens: [token] }], fetch: simulator.fetch })
  simulator.connect('echo', receiver)
  let said = 0

  const say = () => {
    said += 1
    return simulator.say('hamlet', { channel: 'kitchen', topic: `oven ${said % 100}` }, `@**Echo** loaf ${said}`)
  }
  return {
    async run({ seconds }) {
      const cpuBefore = cpu()
      const begun = performance.now()
      let trips = 0
      let last = 0
      while (performance.now() - begun < seconds * 1_000) {
        for (let at = 0; at < together; at += 1) last = say()
        await simulator.idle()
        trips += together
      }
      const took = (performance.now() - begun) / 1_000
      const used = cpu() - cpuBefore
      // Of every message the answer must be there; the last ones are looked at.
      const replies = simulator.messages({ channel: 'kitchen', topic: `oven ${said % 100}` })
      const reply = replies.at(-1)
      if (reply?.content !== `loaf ${said}` || reply.id <= last) throw new Error(`There is no answer to loaf ${said}.`)
      return { count: trips, perSecond: trips / took, cpu: used / trips, rss: process.memoryUsage.rss() / 2 ** 20 }
    },
    stop: () => simulator.close(),
  }
}

function cpu() {
  const { user, system } = process.cpuUsage()
  return user + system
}
