import { createSimulator, type RequestHandler, type Simulator, type SimulatorOptions } from 'earshot/simulator'
import { afterEach } from 'vitest'
import type { BotAddress } from '../../../src/simulator/delivery/network.js'

/** A simulator whose clock stands still, with the bot Echo connected; and what was said of it. */
export interface Kitchen {
  readonly simulator: Simulator
  /** Says something to the bot in `kitchen > lunch` as Hamlet, and gives what the bot said there. */
  mention(text?: string): Promise<string[]>
  /** What the bot has said in `kitchen > lunch`. */
  said(): string[]
  /** What the bot told its owner, Iago. */
  toOwner(): string[]
}

export const lunch = { channel: 'kitchen', topic: 'lunch' }

/** Opens kitchens that are closed after the test. */
export function kitchens(): (bot: BotAddress, options?: SimulatorOptions) => Kitchen {
  const opened: Simulator[] = []
  afterEach(async () => {
    for (const simulator of opened.splice(0)) await simulator.close()
  })
  return (bot, options) => {
    const simulator = createSimulator({ clock: 'frozen', ...options })
    opened.push(simulator)
    simulator.connect('echo', bot)
    const { id } = simulator.realm.account('echo')
    const of = (messages: ReturnType<Simulator['messages']>) =>
      messages.filter((message) => message.sender_id === id).map((message) => message.content)
    const said = () => of(simulator.messages(lunch))
    return {
      simulator,
      said,
      toOwner: () => of(simulator.messages({ dm: ['echo', 'iago'] })),
      async mention(text = '@**Echo** hi') {
        simulator.say('hamlet', lunch, text)
        await simulator.idle()
        return said()
      },
    }
  }
}

/** Says something else at each call; the last for ever. */
export function inTurn(...answers: readonly RequestHandler[]): RequestHandler {
  let calls = 0
  return (request) => {
    const answer = answers[Math.min(calls, answers.length - 1)]
    calls += 1
    if (answer === undefined) throw new Error('No answer was given.')
    return answer(request)
  }
}

export const quiet: RequestHandler = () => Response.json({ response_not_required: true })
export const hangs: RequestHandler = () => new Promise(() => {})
export const breaks: RequestHandler = () => {
  throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
}
export const says =
  (content: unknown): RequestHandler =>
  () =>
    Response.json({ content })
