import type { HonoRequest } from 'hono'
import { joinBytes } from '../../values.js'
import { Refusal } from './refusal.js'

/**
 * Reads a body of at most so many bytes.
 *
 * A length that the headers give is believed first: HTTP servers hold a request to it, and on Node reading the body at
 * once is several times faster than touching its stream. Without one the bytes are counted as they come, and no more
 * are kept than the limit.
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
  // A middleware before this one may have read the body; Hono then has it.
  if (request.raw.bodyUsed) return readAtOnce(request)
  const stream = request.raw.body
  if (stream === null) return new Uint8Array()
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refusal('UNREADABLE_BODY')
    })
    if (done) return joinBytes(chunks)
    length += value.byteLength
    if (length > limit) {
      reader.cancel().catch(() => {})
      throw new Refusal('TOO_LARGE', { limit })
    }
    chunks.push(value)
  }
}
