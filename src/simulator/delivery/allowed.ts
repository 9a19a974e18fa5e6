import { disallowedNetworkStatus } from '../../protocol/index.js'
import { partsOf } from '../bytes.js'
import { isLoopbackHost } from '../loopback.js'
import type { Network } from './network.js'

/**
 * Whether deliveries may go to an address: to this machine, and to hosts that are named, with `*.example.com` for every
 * host below one and `*` for any. A simulator that posted wherever it is told would be a way into other machines.
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

/** Says no in the words of the server's own proxy for outgoing requests. */
export const disallowed: Network = async ({ url }) => ({
  status: disallowedNetworkStatus,
  header: (name) => (name === 'content-type' ? 'text/plain; charset=utf-8' : undefined),
  body: partsOf(new Blob([advice(new URL(url).hostname)]).stream()),
  decoded: true,
})

function advice(host: string): string {
  return `Deliveries go to this machine only, and ${host} is elsewhere; allow it by the simulator's option deliverTo: ['${host}'] (--deliver-to ${host}).`
}
