export { sha256 } from '../protocol/lean.js'

/** Whether two digests are the same; takes the same time wherever they differ. */
export function sameDigest(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}
