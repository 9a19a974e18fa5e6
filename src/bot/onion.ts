import type { Context, HandlerResult, Middleware } from './context.js'
import { HandlerError } from './errors.js'

/** What the onion does with what its layers return and throw. Neither may fail. */
export interface Outcome {
  returned(value: unknown, layer: 'middleware' | 'handler'): Promise<void>
  threw(error: unknown): Promise<void>
}

/**
 * Runs a handler with middleware around it, the first the outermost. What a layer throws is dealt with at that layer:
 * `next()` never throws, and the layers further out go on. Ends when every layer has ended, waited for or not.
 */
export function runOnion(
  ctx: Context,
  layers: readonly Middleware[],
  handler: (ctx: Context) => HandlerResult,
  outcome: Outcome,
): Promise<void> {
  return run(0)

  async function run(depth: number): Promise<void> {
    const layer = layers[depth]
    let inner: Promise<void> | undefined
    let twice: HandlerError | undefined
    const next = (): Promise<void> => {
      if (!inner) {
        inner = run(depth + 1)
        return inner
      }
      twice = new HandlerError('next_called_twice', nextCalledTwice)
      const refused = Promise.reject(twice)
      refused.catch(() => {})
      return refused
    }
    try {
      const value = await (layer ? layer(ctx, next) : handler(ctx))
      if (twice) throw twice
      await outcome.returned(value, layer ? 'middleware' : 'handler')
    } catch (error) {
      await outcome.threw(error)
    }
    await inner
  }
}

const nextCalledTwice =
  'A middleware called next() twice, which would run the handler twice. Call it once, or not at all.'
