import type { Bindings } from './api/exchange.js'

/** A context of Hono. */
export interface Incoming {
  readonly req: {
    readonly method: string
    readonly url: string
    readonly path: string
    header(name: string): string | undefined
  }
  readonly env: Pick<Bindings, 'socket'>
}

export interface Foreign {
  readonly code: 'FOREIGN_HOST' | 'FOREIGN_ORIGIN' | 'FOREIGN_PEER'
  readonly message: string
}

/**
 * Says why a request is refused that a page of somebody else's made a browser send here; undefined for any other.
 *
 * - `Origin`, where there is one, has to be the simulator's own. Programs send none.
 * - Where there is none, `Sec-Fetch-Site` must not name another site. A link to one of the pages is followed.
 * - `Host` has to lead to this machine, or be one of `hosts`: a name that an attacker points at this machine (DNS rebinding)
 *   makes their page one of the same origin. It is not looked at where the simulator listens for other machines too,
 *   under names that it does not know; but for `/sim` always.
 * - `/sim` answers other machines only where `hosts` names any.
 */
export function foreign({ req, env }: Incoming, hosts: ReadonlySet<string>): Foreign | undefined {
  const isControl = req.path.startsWith('/sim')
  const { socket } = env
  const host = req.header('host') ?? (socket === undefined ? new URL(req.url).host : '')
  if (isControl || (socket !== undefined && isLoopbackHost(socket.listensAt))) {
    const name = hostName(host)
    if (!isLoopbackHost(name) && !hosts.has(name)) return refused('HOST', `under the name "${host}"`)
  }
  if (isControl && socket !== undefined && hosts.size === 0 && !isLoopbackAddress(socket.peer ?? '')) {
    return refused('PEER', `from the machine ${socket.peer}`)
  }
  const origin = req.header('origin')
  if (origin !== undefined) {
    return isSameOrigin(origin, host) ? undefined : refused('ORIGIN', `from a page of ${origin}`)
  }
  const from = req.header('sec-fetch-site')
  if (from !== 'cross-site' && from !== 'same-site') return undefined
  const isLink = req.method === 'GET' && req.header('sec-fetch-mode') === 'navigate' && linked.has(req.path)
  return isLink ? undefined : refused('ORIGIN', 'from a page elsewhere')
}

/** Pages that other sites may link to: they contain no secrets and change nothing. */
const linked: ReadonlySet<string> = new Set(['/', '/docs', '/openapi.json', '/sim/docs', '/sim/openapi.json'])

function refused(what: 'HOST' | 'ORIGIN' | 'PEER', how: string): Foreign {
  return {
    code: `FOREIGN_${what}`,
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
