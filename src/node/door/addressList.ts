import { BlockList, isIP } from 'node:net'
import { unmapped } from '../../receiver/http/networkOf.js'

/** Addresses and networks, to be asked whether an address is among them. */
export interface AddressList {
  has(address: string): boolean
}

/** Reads addresses and networks in CIDR notation. The text is the first entry that is neither. */
export function addressList(entries: readonly string[]): AddressList | { readonly misfit: string } {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const plain = unmapped(address)
    const version = isIP(plain)
    const longest = version === 4 ? 32 : 128
    if (version === 0 || rest.length > 0 || plain.includes('%') || !isPrefix(bits, longest)) return { misfit: entry }
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
