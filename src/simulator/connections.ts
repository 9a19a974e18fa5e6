import { disallowed, mayDeliver } from './delivery/allowed.js'
import type { Connection } from './delivery/courier.js'
import { type Network, networkBy, networkTo, type RequestHandler } from './delivery/network.js'
import type { Stateful } from './stateful.js'

/** Where bots are reached: an address, or a function in this process. */
export interface Connections extends Stateful {
  /**
   * Null stands for a function of a process that has ended.
   *
   * @throws {TypeError} for what is no web address
   */
  connect(botId: number, to: string | RequestHandler | null): void
  of(botId: number): Connection | undefined
}

/** `addressOf` tells the address that the organisation has for a bot, used where nothing else was connected. */
export function createConnections(
  addressOf: (botId: number) => string | undefined,
  fetch: typeof globalThis.fetch | undefined,
  /** Hosts that deliveries may go to, besides this machine. */
  hosts: readonly string[] = [],
): Connections {
  let chosen = new Map<number, string | RequestHandler | null>()
  const outside = fetch === undefined ? bySocket : networkBy(fetch)
  // Whoever brings a `fetch` along decides by it where deliveries go.
  const outsideFor = (url: string) => (fetch !== undefined || mayDeliver(url, hosts) ? outside : disallowed)
  const at = (address: string): Connection => ({ address, networkFor: outsideFor })
  /** Ways to functions, by bot: made once for all deliveries. */
  const within = new Map<number, { readonly handler: RequestHandler; readonly connection: Connection }>()

  function inProcess(botId: number, handler: RequestHandler): Connection {
    const known = within.get(botId)
    if (known?.handler === handler) return known.connection
    const connection = inProcessWay(botId, handler, outsideFor)
    within.set(botId, { handler, connection })
    return connection
  }

  return {
    connect(botId, to) {
      chosen.set(botId, typeof to === 'string' ? checked(to) : to)
    },
    of(botId) {
      const to = chosen.has(botId) ? chosen.get(botId) : addressOf(botId)
      if (to === undefined) return undefined
      return typeof to === 'string' ? at(to) : inProcess(botId, to ?? gone)
    },
    snapshot: () => chosen,
    restore(snapshot) {
      chosen = snapshot as Map<number, string | RequestHandler | null>
    },
  }
}

const gone: RequestHandler = () => {
  throw new Error('The bot was in a process that has ended; connect it again.')
}

/** Sockets are loaded when the first delivery goes to an address, so that a simulator in a browser does without. */
const bySocket: Network = async (request) => (await import('./delivery/socket.js')).socketNetwork(request)

/** Redirects within the made-up address stay in the process; others go where they lead. */
function inProcessWay(botId: number, handler: RequestHandler, outsideFor: (url: string) => Network): Connection {
  const origin = `http://bot-${botId}.localhost`
  const inside = networkTo(handler)
  return { address: `${origin}/`, networkFor: (url) => (url.startsWith(`${origin}/`) ? inside : outsideFor(url)) }
}

function checked(address: string): string {
  if (URL.canParse(address) && /^https?:\/\//i.test(address)) return new URL(address).href
  throw new TypeError(`"${address}" is no address of a bot; give one that begins with http:// or https://.`)
}
