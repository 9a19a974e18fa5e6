/**
 * Passes a stream on, and throws what its `error` parts carry. The Chat SDK leaves those of a `fullStream` of the package `ai` out,
 * so that an answer whose model failed looks complete.
 *
 * @throws the error of the first such part; one that is no `Error` is its `cause`.
 * @example await thread.post(throwErrorParts(result.fullStream))
 */
export async function* throwErrorParts<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    const failure = failureOf(part)
    if (failure !== undefined) throw failure
    yield part
  }
}

/** The error of a part of the package `ai` (`error`), or of AG-UI, as TanStack AI gives it (`RUN_ERROR`). */
function failureOf(part: unknown): Error | undefined {
  if (typeof part !== 'object' || part === null || !('type' in part)) return undefined
  if (part.type !== 'error' && part.type !== 'RUN_ERROR') return undefined
  const cause = 'error' in part ? part.error : part
  if (cause instanceof Error) return cause
  const message = 'message' in part && typeof part.message === 'string' ? part.message : String(cause)
  return new Error(`The stream failed: ${message}`, { cause })
}
