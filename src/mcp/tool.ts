import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'

/** A tool that an agent can call; `Context` is what it works on. */
export interface McpTool<Context> {
  readonly name: string
  readonly description: string
  /** Rejects unknown arguments. */
  readonly input: z.ZodObject
  /** Hints by which a client decides whether to ask its user. */
  readonly annotations: ToolAnnotations
  /** Returns a string, or a value to be sent as JSON. @throws errors for the agent */
  run(args: unknown, context: Context): Promise<unknown>
}

/** A tool whose context is bound. */
export type BoundTool = McpTool<McpCall>

/** One call of a tool. */
export interface McpCall {
  /** Aborts when the client no longer waits for the result. */
  readonly signal: AbortSignal
  /** Reports progress to the client, so that it waits longer. */
  progress(message: string): void
}

export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

/** Returns a function that creates tools for a kind of context. */
export const toolsFor =
  <Context>() =>
  <Shape extends z.ZodRawShape>(
    name: string,
    description: string,
    annotations: ToolAnnotations,
    shape: Shape,
    run: (args: z.infer<z.ZodObject<Shape>>, context: Context) => Promise<unknown>,
  ): McpTool<Context> => {
    const input = z.strictObject(shape)
    return {
      name,
      description,
      annotations,
      input,
      run: async (args, context) => run(input.parse(args) as z.infer<z.ZodObject<Shape>>, context),
    }
  }
