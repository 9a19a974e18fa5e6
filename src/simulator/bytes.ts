import { joinBytes } from '../values.js'
/** A body that comes in parts. */
export interface Parts {
  /** The next part; undefined at the end. Rejects when the connection breaks. */
  next(): Promise<Uint8Array | undefined>
  /** Lets go of what was not read. */
  cancel(): void
}

/** A web stream as a body in parts. */
export function partsOf(stream: ReadableStream<Uint8Array> | null): Parts {
  const reader = stream?.getReader()
  return {
    async next() {
      const part = await reader?.read()
      return part === undefined || part.done ? undefined : part.value
    },
    cancel() {
      // A stream that broke refuses to be cancelled, which is as good.
      reader?.cancel().catch(() => {})
    },
  }
}

/** Reads a whole body. `tooLarge` makes what is thrown as soon as it has more bytes than the limit. */
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
