import { createSimulator } from 'earshot/simulator'
import { expect } from 'vitest'
import type { Exchange } from './format.js'
import { basic, type RawAnswer, send } from './wire.js'

type Options = NonNullable<Parameters<typeof createSimulator>[0]>

/** The simulated bakery on a socket, spoken to in raw requests. */
export interface Bakery {
  readonly simulator: ReturnType<typeof createSimulator>
  readonly url: string
  /** Plays an exchange and holds the answer against it. */
  play(exchange: Exchange): Promise<RawAnswer>
  close(): Promise<void>
}

export async function openBakery(options: Options = {}): Promise<Bakery> {
  // The words of the spec alone: by default those of Zulip stand beside them.
  const simulator = createSimulator({ dialect: 'svc', ...options })
  const { url } = await simulator.serve({ port: 0, hostname: '127.0.0.1' })
  const remembered = new Map<string, string>()
  return {
    simulator,
    url,
    async play({ as, request, form, answer, remember = {} }) {
      const filled = request.replaceAll(/\{(\w+)\}/g, (place, name: string) => remembered.get(name) ?? place)
      const caller = as === undefined ? undefined : simulator.credentials(as)
      const authorization = caller && basic(caller.email, caller.apiKey)
      const actual = await send(url, {
        request: filled,
        ...(form !== undefined && { form }),
        ...(authorization && { authorization }),
      })
      expect({ request: filled, status: actual.status, body: actual.body }).toEqual({ request: filled, ...answer })
      for (const [name, path] of Object.entries(remember)) remembered.set(name, String(valueAt(actual.body, path)))
      return actual
    },
    close: () => simulator.close(),
  }
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (value as Record<string, unknown>)[key], body)
}
