import type { Connection } from './delivery/courier.js'
import { type DeliveryHandler, type Network, networkBy, networkTo } from './delivery/network.js'

/** Where bots are reached: an address, or a function in this process. */
export interface Connections {
  /** @throws {TypeError} for what is no web address */
  connect(botId: number, to: string | DeliveryHandler): void
  of(botId: number): Connection | undefined
}

/** `addressOf` tells the address that the organisation has for a bot, used where nothing else was connected. */
export function createConnections(
  addressOf: (botId: number) => string | undefined,
  fetch: typeof globalThis.fetch | undefined,
): Connections {
  const chosen = new Map<number, Connection>()
  const outside = fetch === undefined ? bySocket : networkBy(fetch)
  const at = (address: string): Connection => ({ address, networkFor: () => outside })

  return {
    connect(botId, to) {
      chosen.set(botId, typeof to === 'string' ? at(checked(to)) : inProcess(botId, to, outside))
    },
    of(botId) {
      const known = chosen.get(botId)
      if (known !== undefined) return known
      const address = addressOf(botId)
      return address === undefined ? undefined : at(address)
    },
  }
}

/** Sockets are loaded when the first delivery goes to an address, so that a simulator in a browser does without. */
const bySocket: Network = async (request) => (await import('./delivery/socket.js')).socketNetwork(request)

/** Redirects within the made-up address stay in the process; others go where they lead. */
function inProcess(botId: number, handler: DeliveryHandler, outside: Network): Connection {
  const origin = `http://bot-${botId}.localhost`
  const inside = networkTo(handler)
  return { address: `${origin}/`, networkFor: (url) => (url.startsWith(`${origin}/`) ? inside : outside) }
}

function checked(address: string): string {
  if (URL.canParse(address) && /^https?:\/\//i.test(address)) return new URL(address).href
  throw new TypeError(`"${address}" is no address of a bot; give one that begins with http:// or https://.`)
}
