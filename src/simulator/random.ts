import type { Stateful } from './stateful.js'

/** Where the simulator has its chance from: the same seed gives the same numbers, keys and IDs. */
export interface Random {
  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number
  /** So many letters and digits. */
  alphanumeric(length: number): string
}

/** Makes a generator from a seed. It is repeatable: whoever knows the seed knows what comes. */
export function createRandom(seed: string | number): Random & Stateful {
  let position = hash128(String(seed))
  const next = () => sfc32(position)
  // The first numbers still show the seed.
  for (let round = 0; round < 12; round += 1) next()

  const below = (limit: number): number => {
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > range) {
      throw new RangeError(`A limit of ${limit} is out of range; give a whole number from 1 to ${range}.`)
    }
    // Numbers of the last, incomplete round would come more often; they are drawn again.
    const fair = range - (range % limit)
    let drawn = next()
    while (drawn >= fair) drawn = next()
    return drawn % limit
  }

  return {
    below,
    alphanumeric: (length) => Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
    snapshot: () => position,
    restore(snapshot) {
      position = snapshot as Four
    },
  }
}

/** A fixed fingerprint of a text, 32 hexadecimal digits; not a cryptographic one. */
export function fingerprint(text: string): string {
  return hash128(text)
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('')
}

/** A text that nobody can guess, and that never comes twice. */
export function randomId(): string {
  return crypto.randomUUID()
}

const range = 2 ** 32
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

type Four = [number, number, number, number]

/** The next number of the small fast counting generator, 32 bits wide. The position moves on. */
function sfc32(position: Four): number {
  const [a, b, c, counter] = position
  const result = (a + b + counter) | 0
  position[0] = b ^ (b >>> 9)
  position[1] = (c + (c << 3)) | 0
  position[2] = ((c << 21) | (c >>> 11)) + result
  position[3] = (counter + 1) | 0
  return result >>> 0
}

/** Four hashes in the manner of FNV-1a, each with its own start, mixed at the end. */
function hash128(text: string): Four {
  const bytes = new TextEncoder().encode(text)
  return [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((start) => {
    let hash = start
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return (hash ^ (hash >>> 16)) >>> 0
  }) as Four
}
