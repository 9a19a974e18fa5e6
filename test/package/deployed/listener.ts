import { createSimulator } from 'earshot/simulator'
import { expect } from 'vitest'
import { start } from './process.js'

interface ListenerOptions {
  readonly folder: string
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The paths of its health checks. */
  readonly probes: readonly string[]
}

/** Starts a bot that listens, talks to it, kills it, and starts it again with what it kept. */
export async function listensAgain({ folder, command, environment, probes }: ListenerOptions): Promise<void> {
  const simulator = createSimulator()
  const { url } = await simulator.serve()
  const { email, apiKey } = simulator.addBot({ full_name: 'Ear', type: 'generic' })
  const [program = '', ...args] = command
  const account = { EARSHOT_SITE: url, EARSHOT_EMAIL: email, EARSHOT_API_KEY: apiKey }
  const begin = async () => {
    const started = await start(program, args, { folder, environment: { ...environment, ...account } })
    for (const path of probes) {
      await expect.poll(async () => (await fetch(started.url + path)).status).toBe(200)
    }
    return started
  }
  const said = () => simulator.messages({ dm: ['hamlet', 'Ear'] }).map(({ content }) => content)
  const say = (text: string) => simulator.say('hamlet', { to: ['Ear'] }, text)
  try {
    const first = await begin()
    say('remember the rye')
    await expect.poll(said).toEqual(['remember the rye', 'I will.'])
    await first.end('SIGKILL')
    say('recall')
    const second = await begin()
    await expect.poll(() => said().at(-1)).toBe('You told me: the rye')
    expect(await second.end('SIGTERM')).toBe(0)
  } finally {
    await simulator.close()
  }
}
