/**
 * A part of the simulator that has state, which checkpoints, branches, resets and the disk save and restore.
 *
 * The state is data: primitives, plain objects, arrays, `Map`, `Set`, `Uint8Array` and `Blob`. Functions are kept in this
 * process, and left out on disk.
 */
export interface Stateful {
  /** The result is copied immediately, so live tables can be returned. */
  snapshot(): unknown
  /**
   * Replaces the state with a snapshot, which it owns from then on. It cancels its timers and starts those that the
   * snapshot needs; the clock has been set already.
   */
  restore(snapshot: unknown): void
}

/** The simulator's random source: the same seed gives the same numbers, keys and IDs. */
export interface Random {
  /** A random integer from 0 to below the limit. */
  below(limit: number): number
  /** Random letters and digits. */
  alphanumeric(length: number): string
}

/** Predictable: not for secrets. */
export function createRandom(seed: string | number): Random & Stateful {
  let position = hash128(String(seed))
  const next = () => sfc32(position)
  // The first numbers still show the seed.
  for (let round = 0; round < 12; round += 1) next()

  const below = (limit: number): number => {
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > range) {
      throw new RangeError(`A limit of ${limit} is out of range; give a whole number from 1 to ${range}.`)
    }
    // Numbers in the last, incomplete round would be likelier, so they are drawn again.
    const fair = range - (range % limit)
    let drawn = next()
    while (drawn >= fair) drawn = next()
    return drawn % limit
  }

  return {
    below,
    alphanumeric(length) {
      let text = ''
      while (text.length < length) text += alphabet.charAt(below(alphabet.length))
      return text
    },
    snapshot: () => position,
    restore(snapshot) {
      position = snapshot as Four
    },
  }
}

/** A hash of a string as 32 hexadecimal digits; not a cryptographic one. */
export function fingerprint(text: string): string {
  return hash128(text)
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('')
}

/** An ID that nobody can guess, in the few places that need no seed. */
export function randomId(): string {
  return crypto.randomUUID()
}

const range = 2 ** 32
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

type Four = [number, number, number, number]

/** The next 32-bit number of the small fast counting generator. Advances the position. */
function sfc32(position: Four): number {
  const [a, b, c, counter] = position
  const result = (a + b + counter) | 0
  position[0] = b ^ (b >>> 9)
  position[1] = (c + (c << 3)) | 0
  position[2] = ((c << 21) | (c >>> 11)) + result
  position[3] = (counter + 1) | 0
  return result >>> 0
}

/** Four hashes like FNV-1a with different starts, mixed at the end. */
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
