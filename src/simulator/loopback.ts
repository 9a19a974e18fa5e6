/** Whether a name or an address, without port and brackets, leads to this very machine and nowhere else. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
}

/** Whether an IP address is one of this very machine. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d)/i, '')
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}
