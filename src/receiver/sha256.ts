import { sha256 as digestOf } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The SHA-256 digest of a text's UTF-8 bytes, in hexadecimal. Not the one of the web platform, which is asynchronous:
 * between a delivery's arrival and its place among the attempts nothing else may run. Node has one that is not, and far
 * faster than JavaScript.
 */
export function sha256(text: string): string {
  return hash === undefined ? portableSha256(text) : hash('sha256', text, 'hex')
}

/** The same where the platform has none that answers at once. */
export function portableSha256(text: string): string {
  return bytesToHex(digestOf(utf8ToBytes(text)))
}

/** Whether two digests are the same; takes the same time wherever they differ. */
export function sameDigest(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

/** What Node and those like it have in `crypto`. */
type Hash = (algorithm: 'sha256', text: string, encoding: 'hex') => string

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): { readonly hash?: Hash } | undefined }
}

/** Asked of the platform while it runs, so that nothing has to be imported where it is not there. */
const hash = (globalThis as Platform).process?.getBuiltinModule?.('crypto')?.hash
