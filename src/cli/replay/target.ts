import { type Log, silent } from '../../bot/index.js'
import { NodeClient } from '../../node/client.js'
import { createReceiver } from '../../receiver/index.js'
import { type Network, networkTo } from '../../simulator/delivery/network.js'
import { socketNetwork } from '../../simulator/delivery/socket.js'
import { type LoadedBot, loadBotModule } from '../botModule.js'
import type { Output } from '../shared/output.js'
import type { SimulatorApi } from '../shared/simulatorApi.js'
import { UsageError } from '../shared/usageError.js'

export interface Target {
  readonly url: string
  networkFor(bot: string): Network
  /** The token it expects, if known. */
  readonly token?: string
  /** Waits for work that continues after the responses, then closes everything. */
  close(): Promise<void>
}

/** A bot at an address. @throws {UsageError} if the address is invalid. */
export function targetAt(address: string): Target {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(
      `The bot's address ${JSON.stringify(address)} is invalid. Give one such as http://127.0.0.1:5002.`,
    )
  }
  return { url, networkFor: () => socketNetwork, close: async () => {} }
}

/** Runs a file's bot in this process. Its API calls go to the simulator if there is one, and fail otherwise. */
export async function targetIn(
  file: string,
  chosen: string | undefined,
  simulator: SimulatorApi | undefined,
  output: Output,
): Promise<Target> {
  const { bot } = one((await loadBotModule(file)).bots, chosen, file)
  const clients: NodeClient[] = []
  const fetch = refusingFetch(output)
  const receivers = new Map<string, ReturnType<typeof createReceiver>>()
  const receiverFor = (email: string) => {
    const existing = receivers.get(email)
    if (existing !== undefined) return existing
    const account = simulator?.organisation.bots.find((row) => row.email === email)
    const made = createReceiver({
      bots: [
        {
          bot,
          credentials: {
            site: simulator?.url ?? nowhere,
            email,
            apiKey: account?.api_key ?? nobodysKey,
            allowInsecure: true,
          },
          tokens: [token],
          ...(simulator !== undefined && { dialect: simulator.dialect }),
        },
      ],
      log: plainLog(output),
      createClient: (options) => {
        const client = new NodeClient({ ...options, ...(simulator === undefined && { fetch, retry: { attempts: 1 } }) })
        clients.push(client)
        return client
      },
    })
    receivers.set(email, made)
    return made
  }
  return {
    url: `${nowhere}/`,
    token,
    networkFor: (email) => networkTo((request) => receiverFor(email).fetch(request)),
    async close() {
      for (const receiver of receivers.values()) await receiver.idle()
      for (const client of clients) await client.close()
    },
  }
}

/** Both sides use this token, since there is no server. */
const token = 'replayed'.repeat(2)

/** For a bot without an account. */
const nobodysKey = 'none'.repeat(4)

/** Nothing listens there. */
const nowhere = 'http://localhost'

function one(bots: readonly LoadedBot[], chosen: string | undefined, file: string): LoadedBot {
  const names = bots.map(({ name }) => name)
  const found = chosen === undefined ? bots[0] : bots.find(({ name }) => name === chosen)
  if (found !== undefined && (chosen !== undefined || bots.length === 1)) return found
  const problem = chosen === undefined ? 'has several bots' : `has no bot called ${chosen}`
  throw new UsageError(`${file} ${problem} (there are ${names.join(', ')}). Choose one with --name.`)
}

/** A `fetch` that prints what the bot calls, once, since there is no server. */
function refusingFetch(output: Output) {
  const printed = new Set<string>()
  return async (url: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    const content = typeof body === 'string' ? new URLSearchParams(body).get('content') : null
    const call = `${method} ${new URL(url).pathname}${content === null ? '' : ` with ${JSON.stringify(content)}`}`
    if (!printed.has(call))
      output.note(`The bot called ${call}, but there is no server here. Give one with --simulator.`)
    printed.add(call)
    throw new Error('there is no server in a replay')
  }
}

/** Prints the receiver's errors without stack traces, since failed calls were printed already. */
function plainLog(output: Output): Log {
  return { ...silent, error: (_, message) => output.note(`The receiver: ${message}`) }
}
