import { disallowedNetworkStatus } from '../../protocol/index.js'
import { isLoopbackHost } from '../http/foreign.js'
import { type BotAddress, type BotConnection, type Network, networkBy, networkTo, wholeAnswer } from './network.js'

/**
 * How bots are reached: at an address, or in this process. `addressOf` returns the address that the
 * organisation has for a bot, which applies unless another was connected since it was set.
 */
export function createConnections(
  addressOf: (botId: number) => string | undefined,
  fetch: typeof globalThis.fetch | undefined,
  /** Hosts that deliveries may go to besides this machine. */
  hosts: readonly string[] = [],
) {
  /** Null stands for a bot in a process that has ended. */
  let chosen = new Map<number, string | Network | null>()
  const outside = fetch === undefined ? bySocket : networkBy(fetch)
  // A custom `fetch` decides itself where deliveries go.
  const outsideFor = (url: string) => (fetch !== undefined || mayDeliver(url, hosts) ? outside : disallowed)
  const at = (address: string): BotConnection => ({ address, networkFor: outsideFor })

  return {
    /** @throws {TypeError} if it isn't a web address, or can't take deliveries */
    connect(botId: number, to: BotAddress): void {
      chosen.set(botId, typeof to === 'string' ? checked(to) : networkTo(taking(to)))
    },
    /** The organisation has another address for a bot. One that is connected in this process stays. */
    moved(botId: number): void {
      if (typeof chosen.get(botId) !== 'function') chosen.delete(botId)
    },
    of(botId: number): BotConnection | undefined {
      const to = chosen.has(botId) ? chosen.get(botId) : addressOf(botId)
      if (to === undefined) return undefined
      return typeof to === 'string' ? at(to) : inProcess(botId, to ?? gone, outsideFor)
    },
    snapshot: () => chosen,
    restore(snapshot: unknown): void {
      chosen = snapshot as Map<number, string | Network | null>
    },
  }
}

const gone: Network = async () => {
  throw new Error('The bot was in a process that has ended; connect it again.')
}

/** Loaded with the first delivery to an address, so that a simulator in a browser works without sockets. */
const bySocket: Network = async (request) => (await import('./socket.js')).socketNetwork(request)

/** Redirects within the bot's virtual origin stay in the process. */
function inProcess(botId: number, inside: Network, outsideFor: (url: string) => Network): BotConnection {
  const origin = `http://bot-${botId}.localhost`
  return { address: `${origin}/`, networkFor: (url) => (url.startsWith(`${origin}/`) ? inside : outsideFor(url)) }
}

function checked(address: string): string {
  if (URL.canParse(address) && /^https?:\/\//i.test(address)) return new URL(address).href
  throw new TypeError(`"${address}" is no address of a bot; give one that begins with http:// or https://.`)
}

function taking<Bot extends Exclude<BotAddress, string>>(bot: Bot): Bot {
  if (typeof bot === 'function' || typeof bot?.deliver === 'function') return bot
  throw new TypeError('A bot in this process is connected by its receiver, or by a function that answers requests.')
}

/**
 * Whether deliveries may go to an address: on this machine, or on one of `hosts` (`*.example.com` for every host below
 * one, `*` for any). A simulator that posted anywhere would be a way into other machines.
 */
export function mayDeliver(url: string, hosts: readonly string[]): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (isLoopbackHost(host)) return true
  return hosts.some((name) => {
    const wanted = name.toLowerCase()
    if (wanted.startsWith('*')) return host.endsWith(wanted.slice(1))
    return host === wanted
  })
}

/** Refuses like the server's own proxy for outgoing requests. */
const disallowed: Network = async ({ url }) =>
  wholeAnswer(disallowedNetworkStatus, 'text/plain; charset=utf-8', advice(new URL(url).hostname))

function advice(host: string): string {
  return `Deliveries go to this machine only, and ${host} is elsewhere; allow it by the simulator's option deliverTo: ['${host}'] (--deliver-to ${host}).`
}
