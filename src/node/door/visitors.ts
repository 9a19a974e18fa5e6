import { isIP } from 'node:net'
import { unmapped } from '../../receiver/http/networkOf.js'
import type { AddressList } from './addressList.js'

/** Who may come, and whose word is taken for it. */
export interface Visitors {
  /** Everyone when not given. */
  readonly allowed?: AddressList | undefined
  /** Proxies that say truly for whom they ask; nobody's word is taken when not given. */
  readonly proxies?: AddressList | undefined
}

/** Whether a connection from there may be of any use. */
export function mayConnect({ allowed, proxies }: Visitors, peer: string): boolean {
  return allowed === undefined || allowed.has(peer) || proxies?.has(peer) === true
}

/**
 * The address of whoever asks. What a header says of it counts as far as it was written by a proxy that is trusted:
 * each adds at the end the address that it was asked from.
 */
export function visitorOf({ proxies }: Visitors, peer: string, forwardedFor: string | undefined): string {
  let address = unmapped(peer)
  if (proxies === undefined || forwardedFor === undefined) return address
  for (const hop of forwardedFor.split(',').reverse()) {
    if (!proxies.has(address)) break
    const before = addressIn(hop.trim())
    if (before === undefined) break
    address = before
  }
  return address
}

/** An address as proxies write it: with or without a port, and in brackets if it is one of IPv6. */
function addressIn(hop: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
  return isIP(bare) === 0 ? undefined : unmapped(bare)
}
