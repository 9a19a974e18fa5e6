import type { IncomingRequest } from '../api/exchange.js'
import { isLoopbackAddress, isLoopbackHost } from '../loopback.js'
import { ControlError } from './controlError.js'

/**
 * Keeps the control API to programs and pages of this machine. A page of somebody else's can make a browser send
 * requests here, under a name of its own that leads to this machine; such requests give themselves away by their `Host`,
 * their `Origin`, or what the browser says of where they come from.
 *
 * `hosts` are further names under which the simulator may be called; with any of them, other machines may call too.
 *
 * @throws {ControlError} for a request from elsewhere
 */
export function refuseForeign(request: IncomingRequest, hosts: ReadonlySet<string>): void {
  const host = request.header('host') ?? ''
  const name = hostName(host)
  if (!isLoopbackHost(name) && !hosts.has(name)) {
    throw foreign('HOST', `under the name "${host}"`)
  }
  if (request.peer !== undefined && !isLoopbackAddress(request.peer) && hosts.size === 0) {
    throw foreign('PEER', `from the machine ${request.peer}`)
  }
  const origin = request.header('origin')
  if (origin !== undefined && !isSameOrigin(origin, host)) throw foreign('ORIGIN', `from a page of ${origin}`)
  const from = request.header('sec-fetch-site')
  const isVisit = request.method === 'GET' && request.header('sec-fetch-mode') === 'navigate'
  if ((from === 'cross-site' || from === 'same-site') && !isVisit) throw foreign('ORIGIN', 'from a page elsewhere')
}

function foreign(what: 'HOST' | 'ORIGIN' | 'PEER', how: string): ControlError {
  return new ControlError(
    403,
    `FOREIGN_${what}`,
    `The control API was called ${how}; call it on this machine as 127.0.0.1 or localhost, or name the host in the simulator's option controlHosts (--allow-host).`,
  )
}

/** Without the port, and without the brackets of an IPv6 address. */
function hostName(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

function isSameOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
