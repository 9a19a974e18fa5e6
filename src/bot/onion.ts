import type { Context, ErrorHandler, HandlerResult } from './context.js'
import type { Leaving } from './conversation/leaving.js'
import { addToContext } from './deliveryContext.js'
import { HandlerError } from './errors.js'

/** A middleware, whatever it needs and adds. */
export type Layer = (ctx: Context, next: (adds?: object) => Promise<void>) => HandlerResult

/** What the onion does with what its layers return and throw. Neither may fail. */
export interface Outcome {
  returned(value: unknown, layer: 'middleware' | 'handler'): Promise<void>
  /** @param nearest Who is told of it first. */
  threw(error: unknown, nearest?: readonly ErrorHandler[]): Promise<void>
}

/**
 * Runs a handler with middleware around it, the first the outermost. What a layer throws is dealt with at that layer:
 * `next()` never throws, and the layers further out go on. Ends when every layer has ended, waited for or not, or was
 * left behind at a question.
 */
export function runOnion(
  ctx: Context,
  layers: readonly Layer[],
  handler: (ctx: Context) => HandlerResult,
  outcome: Outcome,
  leaving: Leaving,
): Promise<void> {
  return run(0)

  async function run(depth: number): Promise<void> {
    const layer = layers[depth]
    let inner: Promise<void> | undefined
    let fault: unknown
    const next = (adds?: object): Promise<void> => {
      try {
        if (inner) throw new HandlerError('next_called_twice', nextCalledTwice)
        if (adds !== undefined) addToContext(ctx, adds)
      } catch (error) {
        fault = error
        const refused = Promise.reject(error)
        refused.catch(() => {})
        return refused
      }
      inner = run(depth + 1)
      return inner
    }
    try {
      const value = await leaving.run<unknown>(() => (layer ? layer(ctx, next) : handler(ctx)))
      if (fault !== undefined) throw fault
      await outcome.returned(value, layer ? 'middleware' : 'handler')
    } catch (error) {
      await outcome.threw(error)
    }
    await inner
  }
}

const nextCalledTwice =
  'A middleware called next() twice, which would run the handler twice. Call it once, or not at all.'
