import { joinBytes } from '../../values.js'

export interface Parts {
  /** Undefined at the end. Rejects if the connection breaks. */
  next(): Promise<Uint8Array | undefined>
  /** Discards the rest. */
  cancel(): void
}

export function partsOf(stream: ReadableStream<Uint8Array> | null): Parts {
  const reader = stream?.getReader()
  return {
    async next() {
      const part = await reader?.read()
      return part === undefined || part.done ? undefined : part.value
    },
    cancel() {
      // A broken stream can't be cancelled, and needn't be.
      reader?.cancel().catch(() => {})
    },
  }
}

/** A body in parts; bytes are a single one. */
export function inParts(body: Parts | Uint8Array): Parts {
  if (!(body instanceof Uint8Array)) return body
  const left = [body]
  return { next: async () => left.shift(), cancel() {} }
}

/** Reads a whole body. As soon as it exceeds the limit, throws the error that `tooLarge` returns. */
export async function readParts(
  parts: Parts,
  limit: number,
  tooLarge: () => Error,
  next: () => Promise<Uint8Array | undefined> = () => parts.next(),
): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  let length = 0
  for (let part = await next(); part !== undefined; part = await next()) {
    length += part.length
    if (length > limit) {
      parts.cancel()
      throw tooLarge()
    }
    read.push(part)
  }
  const [only] = read
  return only !== undefined && read.length === 1 ? only : joinBytes(read)
}
