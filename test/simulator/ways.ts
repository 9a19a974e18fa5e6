import { createSimulator, type Simulator, type SimulatorOptions } from 'earshot/simulator'
import { afterEach, describe } from 'vitest'

/** A simulator and the way to it. */
export interface Service {
  readonly simulator: Simulator
  /** Sends a request below the simulator's address. */
  send(path: string, init?: RequestInit): Promise<Response>
  /** Calls an endpoint below `/api/v1` as somebody, and reads the JSON that comes back. */
  call(who: string, method: string, path: string, fields?: Record<string, string>): Promise<Answer>
  /** The `Authorization` header of somebody. */
  as(who: string): { authorization: string }
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export type Open = (options?: SimulatorOptions) => Promise<Service>

/** Runs the same tests against a simulator in this process and against one on a socket. */
export function inBothWays(tests: (open: Open) => void): void {
  describe.each(['in process', 'over a socket'])('%s', (way) => {
    const open = opener(way === 'over a socket')
    tests(open)
  })
}

/** Opens simulators that are closed after the test. */
export function opener(overSocket = false): Open {
  const opened: Simulator[] = []
  afterEach(async () => {
    for (const simulator of opened.splice(0)) await simulator.close()
  })
  return async (options) => {
    const simulator = createSimulator({ strict: true, ...options })
    opened.push(simulator)
    if (overSocket) await simulator.serve()
    return serviceOf(simulator, overSocket ? fetch : simulator.fetch)
  }
}

function serviceOf(simulator: Simulator, fetch: typeof globalThis.fetch): Service {
  const send = (path: string, init?: RequestInit) => fetch(`${simulator.url}${path}`, init)
  const as = (who: string) => {
    const { email, apiKey } = simulator.credentials(who)
    return { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  }
  return {
    simulator,
    send,
    as,
    async call(who, method, path, fields = {}) {
      const form = new URLSearchParams(fields)
      const inQuery = method === 'GET' && form.size > 0
      const response = await send(`/api/v1${path}${inQuery ? `?${form}` : ''}`, {
        method,
        headers: as(who),
        ...(method !== 'GET' && { body: form }),
      })
      return { status: response.status, headers: response.headers, body: await json(response) }
    },
  }
}

/** The object that an answer holds. */
export async function json(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>
}

/** The same key with its last character changed. */
export function wrong(key: string): string {
  return key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
}
