import { HttpLibraryError } from './httpLibraryError.js'
import { type AnswerBody, type NetworkAnswer, streamed } from './network.js'

/** Waits for one part of a body, under whatever deadline there is. */
type Wait = (part: Promise<Uint8Array | undefined>) => Promise<Uint8Array | undefined>

/**
 * Reads a whole body and undoes its content encoding.
 *
 * @throws {HttpLibraryError} when it is larger than the limit, or not in the encoding that it claims
 */
export async function readBody(answer: NetworkAnswer, limit: number, wait: Wait): Promise<Uint8Array> {
  const announced = Number(answer.header('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  const raw = await readAll(answer.body, limit, wait)
  const format = answer.decoded ? undefined : formats[answer.header('content-encoding')?.trim().toLowerCase() ?? '']
  return format === undefined || raw.length === 0 ? raw : decompress(raw, format, limit)
}

const formats: Readonly<Record<string, 'gzip' | 'deflate' | undefined>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
}

async function readAll(body: AnswerBody, limit: number, wait: Wait): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for (let part = await wait(body.next()); part !== undefined; part = await wait(body.next())) {
    length += part.length
    if (length > limit) throw tooLarge(limit)
    parts.push(part)
  }
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

async function decompress(bytes: Uint8Array, format: 'gzip' | 'deflate', limit: number): Promise<Uint8Array> {
  const body = streamed(new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream(format)))
  try {
    return await readAll(body, limit, (part) => part)
  } catch (error) {
    body.cancel()
    if (error instanceof HttpLibraryError) throw error
    throw new HttpLibraryError(
      'ContentDecodingError',
      `Received response with content-encoding: ${format}, but failed to decode it.`,
    )
  }
}

/** The real server reads whatever it is sent; this limit is the simulator's own. */
function tooLarge(limit: number): HttpLibraryError {
  return new HttpLibraryError('ResponseTooLarge', `The answer has more than ${limit} bytes.`)
}
