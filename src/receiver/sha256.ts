import { sha256 as digestOf } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A SHA-256 digest: 32 bytes. */
export type Digest = Uint8Array

/**
 * The SHA-256 digest of a text's UTF-8 bytes. Not the one of the web platform, which is asynchronous: between a delivery's
 * arrival and its place among the attempts nothing else may run. Node has one that is not, and far faster than JavaScript.
 */
export function sha256(text: string): Digest {
  return hash === undefined ? portableSha256(text) : hash('sha256', text, 'buffer')
}

/** The same where the platform has none that answers at once. */
export function portableSha256(text: string): Digest {
  return digestOf(utf8ToBytes(text))
}

/** The digest as a text to be looked up by. */
export const digestKey = bytesToHex

/** Whether two digests are the same; takes the same time wherever they differ. */
export function sameDigest(one: Digest, other: Digest): boolean {
  let difference = one.length ^ other.length
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

/** What Node and those like it have in `crypto`. */
type Hash = (algorithm: 'sha256', text: string, encoding: 'buffer') => Digest

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): { readonly hash?: Hash } | undefined }
}

/** Asked of the platform while it runs, so that nothing has to be imported where it is not there. */
const hash = (globalThis as Platform).process?.getBuiltinModule?.('crypto')?.hash
