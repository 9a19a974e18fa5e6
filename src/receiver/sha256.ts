/** A SHA-256 digest: eight words of 32 bits. */
export type Digest = Uint32Array

/**
 * The SHA-256 digest of a text's UTF-8 bytes.
 *
 * It is written out because the platform's own is asynchronous everywhere but on Node: between a delivery's arrival and
 * its place among the attempts nothing else may run, and a thread's round trip costs more than the rest of a delivery.
 *
 * @see FIPS 180-4
 */
export function sha256(text: string): Digest {
  const bytes = utf8.encode(text)
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new Uint8Array(blocks * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, bytes.length << 3)
  const state = initialState.slice()
  for (let at = 0; at < padded.length; at += 64) compress(state, view, at)
  return state
}

/** The digest as a text to be looked up by; 16 characters that are not meant for reading. */
export function digestKey(digest: Digest): string {
  return String.fromCharCode(...new Uint16Array(digest.buffer))
}

/** Whether two digests are the same; takes the same time wherever they differ. */
export function sameDigest(one: Digest, other: Digest): boolean {
  let difference = 0
  for (let index = 0; index < 8; index += 1) difference |= word(one, index) ^ word(other, index)
  return difference === 0
}

const utf8 = new TextEncoder()

// biome-ignore format: a table is easier to hold against the standard.
const initialState = Uint32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
)

// biome-ignore format: a table is easier to hold against the standard.
const roundConstants = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
)

/** The message schedule; one for all calls, since none of them is interrupted. */
const schedule = new Uint32Array(64)

function compress(state: Digest, block: DataView, at: number): void {
  for (let round = 0; round < 16; round += 1) schedule[round] = block.getUint32(at + round * 4)
  for (let round = 16; round < 64; round += 1) {
    const early = word(schedule, round - 15)
    const late = word(schedule, round - 2)
    const spreadEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const spreadLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule[round] = word(schedule, round - 16) + spreadEarly + word(schedule, round - 7) + spreadLate
  }
  let a = word(state, 0)
  let b = word(state, 1)
  let c = word(state, 2)
  let d = word(state, 3)
  let e = word(state, 4)
  let f = word(state, 5)
  let g = word(state, 6)
  let h = word(state, 7)
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const spreadE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const spreadA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const added = (h + spreadE + choice + word(roundConstants, round) + word(schedule, round)) | 0
    h = g
    g = f
    f = e
    e = (d + added) | 0
    d = c
    c = b
    b = a
    a = (added + spreadA + majority) | 0
  }
  state[0] = word(state, 0) + a
  state[1] = word(state, 1) + b
  state[2] = word(state, 2) + c
  state[3] = word(state, 3) + d
  state[4] = word(state, 4) + e
  state[5] = word(state, 5) + f
  state[6] = word(state, 6) + g
  state[7] = word(state, 7) + h
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

function word(words: Uint32Array, index: number): number {
  return words[index] as number
}
