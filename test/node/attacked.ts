import { Bot, silent } from 'earshot'
import { serve } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { onTestFinished } from 'vitest'

/** A bot and a chat server on sockets; `talk` has so many messages delivered, and gives the answers. */
export async function bakery(log = silent) {
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

export const answersTo = (count: number) => Array.from({ length: count }, (_, at) => `You said: loaf ${at}`).sort()

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
