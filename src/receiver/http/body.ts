import type { HonoRequest } from 'hono'
import { Refusal } from './refusal.js'

/**
 * Reads a body of at most `limit` bytes.
 *
 * HTTP servers enforce `content-length`, and on Node reading the body at once is several times faster than its stream.
 * Without a `content-length` the bytes are counted as they arrive.
 *
 * @throws {Refusal} `TOO_LARGE` or `UNREADABLE_BODY`.
 */
export async function readBody(request: HonoRequest, limit: number): Promise<Uint8Array> {
  const announced = announcedLength(request)
  if (announced !== undefined && announced > limit) throw new Refusal('TOO_LARGE', { limit })
  const bytes = await (announced === undefined ? readCounting(request, limit) : readAtOnce(request))
  if (bytes.byteLength > limit) throw new Refusal('TOO_LARGE', { limit })
  return bytes
}

function announcedLength(request: HonoRequest): number | undefined {
  const length = request.header('content-length')
  if (length === undefined || !/^\d+$/.test(length) || request.header('transfer-encoding') !== undefined)
    return undefined
  return Number(length)
}

async function readAtOnce(request: HonoRequest): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer())
  } catch {
    throw new Refusal('UNREADABLE_BODY')
  }
}

async function readCounting(request: HonoRequest, limit: number): Promise<Uint8Array> {
  // If a middleware has read the body, Hono has it.
  if (request.raw.bodyUsed) return readAtOnce(request)
  const stream = request.raw.body
  if (stream === null) return new Uint8Array()
  const reader = stream.getReader()
  // One growing buffer, since a list of chunks of one byte each would take hundreds of times their size.
  let bytes = new Uint8Array(Math.min(limit, 4_096))
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refusal('UNREADABLE_BODY')
    })
    if (done) return bytes.subarray(0, length)
    const end = length + value.byteLength
    if (end > limit) {
      reader.cancel().catch(() => {})
      throw new Refusal('TOO_LARGE', { limit })
    }
    if (end > bytes.byteLength) {
      const grown = new Uint8Array(Math.min(limit, 2 * end))
      grown.set(bytes.subarray(0, length))
      bytes = grown
    }
    bytes.set(value, length)
    length = end
  }
}
