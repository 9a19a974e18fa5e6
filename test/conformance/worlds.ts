import { Client } from 'earshot/client'
import { NodeClient } from 'earshot/node'
import { createSimulator, type Simulator, type SimulatorOptions } from 'earshot/simulator'
import { afterAll, afterEach, describe } from 'vitest'

/** One organisation and the way to it. */
export interface World {
  readonly simulator: Simulator
  /** A client that acts as this person or bot, by name. */
  as(name: string): Client
  /** Sends a request as it is, with this person's credentials if one is named. */
  raw(name: string | undefined, method: string, path: string, fields?: Record<string, string>): Promise<RawAnswer>
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body read as JSON, or an empty object where it is none. */
  readonly json: Record<string, unknown>
}

export type Open = (options?: SimulatorOptions) => Promise<World>

const ways = ['in process', 'over a socket'] as const

/**
 * Runs the same tests against a simulator in this process and against one behind a socket. Tests that ask for no options
 * share one, which is reset after each.
 */
export function inEachWorld(tests: (open: Open) => void): void {
  inWorlds(ways, tests)
}

/** The same in this process alone: for what is read and answered behind the socket. */
export function inProcess(tests: (open: Open) => void): void {
  inWorlds(['in process'], tests)
}

function inWorlds(chosen: readonly (typeof ways)[number][], tests: (open: Open) => void): void {
  describe.each(chosen)('%s', (way) => {
    let shared: Simulator | undefined
    const clients: NodeClient[] = []
    const own: Simulator[] = []
    afterEach(async () => {
      for (const client of clients.splice(0)) await client.close()
      for (const simulator of own.splice(0)) await simulator.close()
      await shared?.idle()
      shared?.reset()
    })
    afterAll(() => shared?.close())

    async function started(options?: SimulatorOptions): Promise<Simulator> {
      const simulator = createSimulator(options)
      if (way === 'over a socket') await simulator.serve()
      return simulator
    }

    async function simulatorFor(options: SimulatorOptions | undefined): Promise<Simulator> {
      if (options === undefined) {
        shared ??= await started()
        return shared
      }
      const simulator = await started(options)
      own.push(simulator)
      return simulator
    }

    tests(async (options) => {
      const simulator = await simulatorFor(options)
      const site = simulator.url
      const send: typeof fetch = way === 'over a socket' ? fetch : simulator.fetch
      return {
        simulator,
        as(name) {
          const { email, apiKey } = simulator.credentials(name)
          if (way === 'in process') return new Client({ site, email, apiKey, fetch: simulator.fetch })
          const client = new NodeClient({ site, email, apiKey })
          clients.push(client)
          return client
        },
        raw: (name, method, path, fields = {}) => sendRaw(send, site, simulator, name, method, path, fields),
      }
    })
  })
}

async function sendRaw(
  send: typeof fetch,
  site: string,
  simulator: Simulator,
  name: string | undefined,
  method: string,
  path: string,
  fields: Record<string, string>,
): Promise<RawAnswer> {
  const headers: Record<string, string> = {}
  if (name !== undefined) {
    const { email, apiKey } = simulator.credentials(name)
    headers.authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
  }
  const form = new URLSearchParams(fields)
  const url = `${site}/api/v1${path}${method === 'GET' && form.size > 0 ? `?${form}` : ''}`
  const response = await send(url, { method, headers, ...(method === 'GET' ? {} : { body: form }) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
