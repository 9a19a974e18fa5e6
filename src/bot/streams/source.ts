import { HandlerError } from '../base/errors.js'
import { described } from '../base/log.js'

/**
 * A text that comes in pieces, such as a language model's: an async iterable or a `ReadableStream` of strings, or an object with
 * one as its `textStream`, such as the result of `streamText` of the package `ai`.
 */
export type TextSource = TextPieces | { readonly textStream: TextPieces }

type TextPieces = AsyncIterable<string> | ReadableStream<string>

/** Makes a source; called only if the text is needed. */
export type MakesText = () => TextSource | Promise<TextSource>

/** Reads the pieces of a source one after the other. */
export interface Pieces {
  /** Undefined at the end. @throws what the source throws, and {HandlerError} for anything but strings */
  next(): Promise<string | undefined>
  /** Stops reading, and cancels the source. */
  stop(): void
}

/** @throws {HandlerError} with the code `invalid_stream` for an invalid source */
export function piecesOf(source: unknown): Pieces {
  const { next, stop } = readerOf(source)
  let nothings = 0
  return {
    async next() {
      const { done, value } = await next()
      if (done === true) return undefined
      if (typeof value !== 'string') {
        throw invalid(`gave ${described(value)}`, 'Give a source of strings, such as the textStream of a model.')
      }
      nothings = value === '' ? nothings + 1 : 0
      if (nothings > mostNothings) {
        throw invalid(`gave ${mostNothings} empty strings in a row`, 'End the source when there is no more text.')
      }
      return value
    },
    stop,
  }
}

/** What a source gives, whatever that is. @throws what the source throws, and {HandlerError} for an invalid source */
export async function* allOf(source: unknown): AsyncGenerator<unknown> {
  const { next, stop } = readerOf(source)
  try {
    for (let piece = await next(); piece.done !== true; piece = await next()) yield piece.value
  } finally {
    stop()
  }
}

/** Cancels a source that isn't read. */
export function discard(source: unknown): void {
  if (typeof source !== 'function') piecesOf(source).stop()
}

/** @throws {HandlerError} */
export function checkSource(source: unknown): void {
  if (typeof source !== 'function' && !isIterable(source) && !isReadable(source) && !hasTextStream(source)) {
    throw noSource(source)
  }
}

interface Reader {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>
  stop(): void
}

function readerOf(given: unknown): Reader {
  const source = !isIterable(given) && hasTextStream(given) ? given.textStream : given
  if (isIterable(source)) {
    const iterator = source[Symbol.asyncIterator]()
    return { next: () => iterator.next(), stop: () => quietly(() => iterator.return?.()) }
  }
  // Some platforms can't iterate over a ReadableStream.
  if (isReadable(source)) {
    const reader = source.getReader()
    return { next: () => reader.read(), stop: () => quietly(() => reader.cancel()) }
  }
  throw noSource(source)
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const isReadable = (value: unknown): value is ReadableStream<unknown> =>
  typeof value === 'object' && value !== null && 'getReader' in value && typeof value.getReader === 'function'

const hasTextStream = (value: unknown): value is { readonly textStream: unknown } =>
  typeof value === 'object' && value !== null && 'textStream' in value

/** Errors of a cancelled source are ignored. */
function quietly(work: () => unknown): void {
  void (async () => work())().catch(() => {})
}

function noSource(source: unknown): HandlerError {
  const advice =
    typeof source === 'string'
      ? 'Send it with ctx.send.'
      : 'Give an async iterable, a ReadableStream, or what has one as its `textStream`.'
  return invalid(`is ${typeof source === 'string' ? 'a text as a whole' : described(source)}`, advice)
}

function invalid(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_stream', `The source of a stream ${problem}. ${advice}`)
}

/** Empty pieces in a row; an endless source of them would block the process. */
const mostNothings = 100_000
