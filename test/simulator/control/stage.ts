import { createSimulator, type Simulator, type SimulatorOptions } from 'earshot/simulator'
import { afterEach } from 'vitest'

interface Called {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // What the answer holds; tests look at it by matching.
  readonly body: Record<string, unknown>
}

export interface Controlled {
  readonly simulator: Simulator
  /** Calls the control API; the path is below `/sim`. */
  control(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Called>
  /** Says something to Echo in `kitchen > lunch` as Hamlet, waits, and gives the message's ID. */
  mention(text?: string): Promise<number>
}

export const lunch = { channel: 'kitchen', topic: 'lunch' }

/** Simulators whose clock stands still, closed after the test. */
export function stage(): (options?: SimulatorOptions) => Controlled {
  const opened: Simulator[] = []
  afterEach(async () => {
    for (const simulator of opened.splice(0)) await simulator.close()
  })
  return (options) => {
    const simulator = createSimulator({ clock: 'frozen', ...options })
    opened.push(simulator)
    return {
      simulator,
      async control(method, path, body, headers = {}) {
        const response = await simulator.fetch(`${simulator.url}/sim${path}`, {
          method,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
        const text = await response.text()
        const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
        return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} }
      },
      async mention(text = '@**Echo** hi') {
        const id = simulator.say('hamlet', lunch, text)
        await simulator.idle()
        return id
      },
    }
  }
}
