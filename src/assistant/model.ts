import type { Sentences, TextSource } from '../bot/index.js'

/** A message of the conversation so far, as the model gets it. */
export type ModelMessage =
  | {
      readonly role: 'user'
      readonly name: string
      readonly content: string
      /** The message's images and text files, if the assistant reads `files`. */
      readonly files?: readonly ModelFile[]
    }
  /** The model's answer, and the tools that it called. */
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly ToolCall[] }
  /** The result of a tool call. */
  | { readonly role: 'tool'; readonly call: string; readonly content: string }

/** A file that is attached to a message. */
export interface ModelFile {
  readonly name: string
  /** Its media type: that of an image, or of text in UTF-8. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** A tool call by a model. */
export interface ToolCall {
  /** Links the call to its result. */
  readonly id: string
  readonly name: string
  /** Unchecked, as sent by the model. */
  readonly args: Readonly<Record<string, unknown>>
}

/** A tool as described to the model. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** By name. */
  readonly parameters: Readonly<Record<string, 'required' | 'optional'>>
}

export interface ModelRequest {
  /** The system prompt, if the assistant has one. */
  readonly instructions: string | undefined
  /** Oldest first. */
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  /** The bot's built-in texts, for errors that the user sees. */
  readonly sentences: Sentences
  /** Aborts when the answer isn't needed any more. */
  readonly signal: AbortSignal
  /** Waits. @throws the signal's reason if it aborts. */
  sleep(milliseconds: number): Promise<void>
}

/** A part of the answer's text, or a tool to be called. */
export type ModelPiece = string | ToolCall

/** An answer in pieces: anything that `stream` takes, or an async iterable that also has calls of tools. */
type ModelAnswer = AsyncIterable<ModelPiece> | TextSource

/** A function that streams the answer to a conversation. */
export type Model = (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>
