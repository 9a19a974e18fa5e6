import { BlockList, isIP } from 'node:net'
import { unmapped } from '../../receiver/http/networkOf.js'

/** Addresses and networks. */
export interface AddressList {
  has(address: string): boolean
}

/** Reads addresses and networks in CIDR notation; `invalid` is the first entry that is neither. */
export function addressList(entries: readonly string[]): AddressList | { readonly invalid: string } {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const plain = unmapped(address)
    const version = isIP(plain)
    const longest = version === 4 ? 32 : 128
    if (version === 0 || rest.length > 0 || plain.includes('%') || !isPrefix(bits, longest)) return { invalid: entry }
    list.addSubnet(plain, bits === undefined ? longest : Number(bits), family(version))
  }
  return {
    has(address) {
      const plain = unmapped(address).replace(/%.*$/s, '')
      const version = isIP(plain)
      return version !== 0 && list.check(plain, family(version))
    },
  }
}

const family = (version: number) => (version === 4 ? 'ipv4' : 'ipv6')

function isPrefix(bits: string | undefined, longest: number): boolean {
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
}

/** Which remote addresses are served. */
export interface AddressRules {
  /** Undefined: all. */
  readonly allowed?: AddressList | undefined
  /** Proxies whose `X-Forwarded-For` is trusted. Undefined: none. */
  readonly proxies?: AddressList | undefined
}

/** Whether a connection from this peer may carry a request that is allowed. */
export function mayConnect({ allowed, proxies }: AddressRules, peer: string): boolean {
  return allowed === undefined || allowed.has(peer) || proxies?.has(peer) === true
}

/**
 * The address of the client. Each proxy appends the address that it got the request from, so `X-Forwarded-For` is read
 * from the right for as long as the hop was written by a trusted proxy.
 */
export function clientAddress({ proxies }: AddressRules, peer: string, forwardedFor: string | undefined): string {
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

/** An address as proxies write it: with or without a port, IPv6 in brackets or bare. */
function addressIn(hop: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
  return isIP(bare) === 0 ? undefined : unmapped(bare)
}
