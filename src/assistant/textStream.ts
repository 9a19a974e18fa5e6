import type { Model, ModelRequest } from './model.js'

/** What `streamText` of the package `ai` gives, as far as it is needed. */
export interface TextStreamResult {
  readonly textStream: AsyncIterable<string> | ReadableStream<string>
}

/**
 * A model by a function that gives a `textStream`, such as `streamText` of the package `ai`. Hand its tools to `streamText`.
 *
 * @example
 * textStreamModel(({ instructions, messages, signal }) =>
 *   streamText({ model, system: instructions, messages: messages.map(asAiMessage), abortSignal: signal }),
 * )
 */
export function textStreamModel(
  answer: (request: ModelRequest) => TextStreamResult | Promise<TextStreamResult>,
): Model {
  return async (request) => (await answer(request)).textStream
}
