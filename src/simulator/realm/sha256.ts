/** The SHA-256 digest of a text, as 64 hexadecimal digits. The platform's own can only be waited for. */
export function sha256(text: string): string {
  const state = Uint32Array.from(startValues)
  const words = padded(new TextEncoder().encode(text))
  for (let block = 0; block < words.length; block += 16) compress(state, words.subarray(block, block + 16))
  return [...state].map((part) => part.toString(16).padStart(8, '0')).join('')
}

function padded(bytes: Uint8Array): Uint32Array {
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const view = new DataView(new ArrayBuffer(length))
  bytes.forEach((byte, at) => {
    view.setUint8(at, byte)
  })
  view.setUint8(bytes.length, 0x80)
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(length - 4, (bytes.length * 8) >>> 0)
  return Uint32Array.from({ length: length / 4 }, (_, at) => view.getUint32(at * 4))
}

function compress(state: Uint32Array, block: Uint32Array): void {
  const schedule = new Uint32Array(64)
  schedule.set(block)
  const at = (place: number) => schedule[place] ?? 0
  for (let place = 16; place < 64; place += 1) {
    const low = rotated(at(place - 15), 7) ^ rotated(at(place - 15), 18) ^ (at(place - 15) >>> 3)
    const high = rotated(at(place - 2), 17) ^ rotated(at(place - 2), 19) ^ (at(place - 2) >>> 10)
    schedule[place] = at(place - 16) + low + at(place - 7) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let round = 0; round < 64; round += 1) {
    const first = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const choice = (e & f) ^ (~e & g)
    const one = (h + first + choice + (constants[round] ?? 0) + at(round)) | 0
    const second = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + second + majority) | 0
  }
  for (const [place, value] of [a, b, c, d, e, f, g, h].entries()) state[place] = (state[place] ?? 0) + value
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

const primes = firstPrimes(64)
const startValues = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = primes.map((prime) => fraction(Math.cbrt(prime)))

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32)
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}
