import type { Sentences } from '../bot/index.js'

/** What was said so far, as a model is given it. */
export type ModelMessage =
  | { readonly role: 'user'; readonly name: string; readonly content: string }
  /** What the model said, and the tools that it called then. */
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly ToolCall[] }
  /** What came of a call of a tool. */
  | { readonly role: 'tool'; readonly call: string; readonly content: string }

/** A call of a tool that a model asks for. */
export interface ToolCall {
  /** Tells it from others. */
  readonly id: string
  readonly name: string
  /** As the model gave them: they may be anything. */
  readonly args: Readonly<Record<string, unknown>>
}

/** A tool as a model is told of it. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** By name; a value says whether the argument has to be given. */
  readonly parameters: Readonly<Record<string, 'required' | 'optional'>>
}

export interface ModelRequest {
  /** The system prompt, if the assistant has one. */
  readonly instructions: string | undefined
  /** The oldest first. */
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  /** What the bot says by itself to whoever asks. */
  readonly sentences: Sentences
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Waits for so many milliseconds. @throws the signal's reason when it aborts */
  sleep(milliseconds: number): Promise<void>
}

/** A part of the answer's text, or a tool to be called. */
export type ModelPiece = string | ToolCall

/** Any function from what was said to a stream of text. */
export type Model = (
  request: ModelRequest,
) => AsyncIterable<ModelPiece> | ReadableStream<string> | Promise<AsyncIterable<ModelPiece> | ReadableStream<string>>
