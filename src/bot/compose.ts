import type { Context, HandlerResult, Layer } from './context.js'
import type { Leaving } from './conversation/leaving.js'
import { addToContext } from './delivery/deliveryContext.js'
import { HandlerError } from './errors.js'

/** Handles what the layers return and throw. Neither method may throw. */
interface Outcome {
  returned(value: unknown, layer: 'middleware' | 'handler'): Promise<void>
  /** @param depth Index of the layer that threw; for the handler, the number of layers. */
  threw(error: unknown, depth: number): Promise<void>
}

/** A handler and the layers around it. */
interface Composition {
  readonly ctx: Context
  /** Outermost first. */
  readonly layers: readonly Layer[]
  readonly handler: () => HandlerResult
  readonly outcome: Outcome
  readonly leaving: Leaving
  /** Called with a layer's index when it calls `next()`. */
  readonly passed?: ((depth: number) => void) | undefined
}

/**
 * Runs a handler with middleware around it. What a layer throws is handled at that layer: `next()` never throws, and
 * outer layers continue. Resolves when every layer has ended, awaited or not, or was abandoned at a question.
 * @param depth Index of the layer to begin with.
 */
export async function compose(composition: Composition, depth = 0): Promise<void> {
  const { ctx, layers, handler, outcome, leaving } = composition
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
    composition.passed?.(depth)
    inner = compose(composition, depth + 1)
    return inner
  }
  try {
    const value = await leaving.run<unknown>(() => (layer === undefined ? handler() : layer(ctx, next)))
    if (fault !== undefined) throw fault
    await outcome.returned(value, layer === undefined ? 'handler' : 'middleware')
  } catch (error) {
    await outcome.threw(error, depth)
  }
  await inner
}

const nextCalledTwice =
  'A middleware called next() twice, which would run the handler twice. Call it once, or not at all.'
