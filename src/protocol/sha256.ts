/**
 * The SHA-256 digest of a text's UTF-8 bytes, in hexadecimal. Not the one of the web platform, which is asynchronous:
 * between a delivery's arrival and its place among the attempts nothing else may run. Node has one that is not, and far
 * faster than JavaScript.
 */
export function sha256(text: string): string {
  return hash === undefined ? portableSha256(text) : hash('sha256', text, 'hex')
}

/** The same where the platform has none that answers at once. @see FIPS 180-4 */
export function portableSha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64))
  new Uint8Array(padded.buffer).set(bytes)
  padded.setUint8(bytes.length, 0x80)
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n)
  const digest = beginning.slice()
  for (let at = 0; at < padded.byteLength; at += 64) addBlock(digest, padded, at)
  return Array.from(digest, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** What Node and those like it have in `crypto`. */
type Hash = (algorithm: 'sha256', text: string, encoding: 'hex') => string

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): { readonly hash?: Hash } | undefined }
}

/** Asked of the platform while it runs, so that nothing has to be imported where it is not there. */
const hash = (globalThis as Platform).process?.getBuiltinModule?.('crypto')?.hash

const primes = firstPrimes(64)
const beginning = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)))
const constants = Int32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)))

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}

/** The first 32 bits behind the point. */
function fractionOf(number: number): number {
  return Math.floor((number % 1) * 2 ** 32)
}

/** What a block of 64 bytes is stretched to; it is done with before another text has its turn. */
const words = new Int32Array(64)

function addBlock(digest: Int32Array, bytes: DataView, at: number): void {
  for (let place = 0; place < 64; place += 1) {
    words[place] = place < 16 ? bytes.getInt32(at + place * 4) : stretched(place)
  }
  // One by one, since what takes an array apart is twice as slow as all the rest.
  let a = digest[0] ?? 0
  let b = digest[1] ?? 0
  let c = digest[2] ?? 0
  let d = digest[3] ?? 0
  let e = digest[4] ?? 0
  let f = digest[5] ?? 0
  let g = digest[6] ?? 0
  let h = digest[7] ?? 0
  for (let place = 0; place < 64; place += 1) {
    const stirred = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
    const one = (h + stirred + (constants[place] ?? 0) + (words[place] ?? 0)) | 0
    const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + other) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let place = 0; place < 8; place += 1) digest[place] = (digest[place] ?? 0) + (added[place] ?? 0)
}

function stretched(place: number): number {
  const early = words[place - 15] ?? 0
  const late = words[place - 2] ?? 0
  return (
    (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
    (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)) +
    (words[place - 16] ?? 0) +
    (words[place - 7] ?? 0)
  )
}

/** The bits of a word, turned to the right. */
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))
