import { sha256 as digestOf } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A SHA-256 digest: 32 bytes. */
export type Digest = Uint8Array

/**
 * The SHA-256 digest of a text's UTF-8 bytes. Not the platform's own, which is asynchronous everywhere but on Node:
 * between a delivery's arrival and its place among the attempts nothing else may run.
 */
export function sha256(text: string): Digest {
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
