import { partsOf, readParts } from '../bytes.js'
import { HttpLibraryError } from './httpLibraryError.js'
import type { NetworkAnswer } from './network.js'

/** Waits for one part of a body, under whatever deadline there is. */
interface Patience {
  waitFor(part: Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined>
}

/**
 * Reads a whole body and undoes its content encoding.
 *
 * @throws {HttpLibraryError} when it is larger than the limit, or not in the encoding that it claims
 */
export async function readBody(answer: NetworkAnswer, limit: number, patience: Patience): Promise<Uint8Array> {
  const announced = Number(answer.header('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  const raw = await readParts(
    answer.body,
    limit,
    () => tooLarge(limit),
    () => patience.waitFor(answer.body.next()),
  )
  const format = answer.decoded ? undefined : formats[answer.header('content-encoding')?.trim().toLowerCase() ?? '']
  return format === undefined || raw.length === 0 ? raw : decompress(raw, format, limit)
}

const formats: Readonly<Record<string, 'gzip' | 'deflate' | undefined>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
}

async function decompress(bytes: Uint8Array, format: 'gzip' | 'deflate', limit: number): Promise<Uint8Array> {
  const parts = partsOf(new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream(format)))
  try {
    return await readParts(parts, limit, () => tooLarge(limit))
  } catch (error) {
    parts.cancel()
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
