import { createSimulator, type Simulator } from 'earshot/simulator'
import { expect } from 'vitest'

/** A chat server on a socket, as the bot of a template meets it. */
export interface ChatServer {
  readonly simulator: Simulator
  /** What the bot is configured with. */
  readonly environment: Readonly<Record<'EARSHOT_SITE' | 'EARSHOT_EMAIL' | 'EARSHOT_API_KEY' | 'EARSHOT_TOKEN', string>>
  /** Says something to the bot at this address, in the kitchen, and waits for what it answers. */
  ask(address: string, text: string): Promise<string>
  /** Says something that is to be remembered, and something in confidence. */
  converse(address: string): Promise<void>
}

/** Has a chat server for as long as `use` needs it. */
export async function withChatServer(use: (server: ChatServer) => Promise<void>): Promise<void> {
  const simulator = createSimulator()
  const { url } = await simulator.serve()
  const { email, apiKey, token = '' } = simulator.credentials('echo')

  const answered = async (address: string, place: Place, text: string): Promise<string> => {
    simulator.connect('echo', address)
    const where = 'dm' in place ? { to: ['echo'] } : place
    const asked = simulator.say('hamlet', where, text)
    const answers = () =>
      simulator.messages(place).filter(({ id, sender_full_name }) => id > asked && sender_full_name === 'Echo')
    // What a killed process was working on is given to another when its lease of 30 seconds has run out.
    await expect.poll(() => answers().length).toBe(1)
    return answers()[0]?.content ?? ''
  }
  const ask = (address: string, text: string) => answered(address, kitchen, `@**Echo** ${text}`)

  try {
    await use({
      simulator,
      environment: { EARSHOT_SITE: url, EARSHOT_EMAIL: email, EARSHOT_API_KEY: apiKey, EARSHOT_TOKEN: token },
      ask,
      async converse(address) {
        expect(await ask(address, 'hello')).toBe('Hello, Hamlet!')
        expect(await ask(address, 'remember the rye')).toBe('I will.')
        expect(await answered(address, { dm: ['hamlet', 'echo'] }, 'I dropped it')).toBe('You said: I dropped it')
        await simulator.idle()
        // Whatever came late has come by now.
        expect(simulator.deliveries.map(({ outcome }) => outcome)).not.toContain('failed')
      },
    })
  } finally {
    await simulator.close()
  }
}

type Place = { readonly channel: string; readonly topic: string } | { readonly dm: readonly string[] }

const kitchen = { channel: 'kitchen', topic: 'lunch' }
