/**
 * The address by which senders are counted: an IPv4 address is one sender, and so are all addresses of an IPv6 network
 * of 64 bits, since whoever has one of them has them all. What is no address stands for itself, cut to a length that
 * an address can have.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  if (!plain.includes(':')) return plain.slice(0, longest)
  const [head = '', tail] = (plain.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`.slice(0, longest)
}

/** An IPv4 address that is written as one of IPv6, as sockets for both give it, in its own form. */
export function unmapped(address: string): string {
  if (!address.startsWith('::')) return address
  return /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1] ?? address
}

const longest = 45
