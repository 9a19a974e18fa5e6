import type { Model, ModelRequest } from './model.js'

/** The part of the result of `streamText`, from the package `ai`, that is needed. */
export interface TextStreamResult {
  readonly textStream: AsyncIterable<string> | ReadableStream<string>
}

/**
 * A model from a function that returns a `textStream`, such as `streamText` of the package `ai`. Pass tools to `streamText`.
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
