import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'

/** What an agent can call, given something to work on. */
export interface Tool<Context> {
  readonly name: string
  readonly description: string
  /** Refuses arguments that it doesn't know. */
  readonly input: z.ZodObject
  /** What a client may want to ask its user about. */
  readonly annotations: ToolAnnotations
  /** Does it, and returns what becomes JSON or, if it is a string, text. @throws what the agent is told */
  run(args: unknown, context: Context): Promise<unknown>
}

/** A tool that has its context already. */
export type BoundTool = Tool<ToolCall>

/** The call of a tool. */
export interface ToolCall {
  /** Aborts when the client no longer waits for the result. */
  readonly signal: AbortSignal
  /** Tells the client that something goes on, so that it waits longer. */
  progress(message: string): void
}

export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

/** Makes tools for a kind of context. */
export const toolsFor =
  <Context>() =>
  <Shape extends z.ZodRawShape>(
    name: string,
    description: string,
    annotations: ToolAnnotations,
    shape: Shape,
    run: (args: z.infer<z.ZodObject<Shape>>, context: Context) => Promise<unknown>,
  ): Tool<Context> => {
    const input = z.strictObject(shape)
    return {
      name,
      description,
      annotations,
      input,
      run: async (args, context) => run(input.parse(args) as z.infer<z.ZodObject<Shape>>, context),
    }
  }
