import { isThisMachine } from '../../client/site.js'

/** Whether a server that listens at this host name is on this machine; `0.0.0.0` and `::` are all its addresses. */
export function isLocalHost(hostname: string): boolean {
  return isThisMachine(hostname) || hostname === '0.0.0.0' || hostname === '[::]'
}

/** Whether the host is this machine, or in a network that the internet can't reach. */
export function isPrivate(hostname: string): boolean {
  return isLocalHost(hostname) || privateRanges.test(hostname)
}

const privateRanges = /^10\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^\[f[cde]/
