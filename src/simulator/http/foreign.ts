import type { Exchange } from './exchange.js'

export interface Foreign {
  readonly code: 'foreign_host' | 'foreign_origin' | 'foreign_peer'
  readonly message: string
}

/**
 * The reason to refuse a request that a foreign page made a browser send here; undefined for any other request.
 *
 * - `Origin`, if present, must be the simulator's own. Programs send none.
 * - Without it, `Sec-Fetch-Site` must not name another site, except for links to one of the pages.
 * - `Host` must be this machine or one of `hosts`: if an attacker points a name at this machine (DNS rebinding), their page
 *   has the same origin. It is checked for `/sim` always, and otherwise unless the simulator also listens for other
 *   machines, since it doesn't know the names that they use. No browser leaves it out, but health checkers that speak
 *   HTTP/1.0 do.
 * - `/sim` answers other machines only if `hosts` isn't empty.
 */
export function foreign({ req, env }: Exchange, hosts: ReadonlySet<string>): Foreign | undefined {
  const isControl = req.path.startsWith('/sim')
  const { socket } = env
  const host = req.header('host') ?? (socket === undefined ? new URL(req.url).host : '')
  if (isControl || (socket !== undefined && isLoopbackHost(socket.listensAt))) {
    const name = hostName(host)
    if (host !== '' && !isLoopbackHost(name) && !hosts.has(name)) return refused('host', `under the name "${host}"`)
  }
  if (isControl && socket !== undefined && hosts.size === 0 && !isLoopbackAddress(socket.peer ?? '')) {
    return refused('peer', `from the machine ${socket.peer}`)
  }
  const origin = req.header('origin')
  if (origin !== undefined) {
    return isSameOrigin(origin, host) ? undefined : refused('origin', `from a page of ${origin}`)
  }
  const from = req.header('sec-fetch-site')
  if (from !== 'cross-site' && from !== 'same-site') return undefined
  const isLink = req.method === 'GET' && req.header('sec-fetch-mode') === 'navigate' && linked.has(req.path)
  return isLink ? undefined : refused('origin', 'from a page elsewhere')
}

/** Pages that other sites may link to: they contain no secrets and change nothing. */
const linked: ReadonlySet<string> = new Set(['/', '/openapi.json'])

function refused(what: 'host' | 'origin' | 'peer', how: string): Foreign {
  return {
    code: `foreign_${what}`,
    message: `The simulator was called ${how}; call it on this machine as 127.0.0.1 or localhost and without a page of another origin, or name the host in its option controlHosts (--allow-host).`,
  }
}

/** A host without its port and the brackets of an IPv6 address. */
function hostName(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

function isSameOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/** Whether a host, without port and brackets, is this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
}

function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d)/i, '')
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}
