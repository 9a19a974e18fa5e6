import type { Context, ErrorHandler, HandlerResult, Layer } from './context.js'
import { addToContext } from './delivery/deliveryContext.js'
import { HandlerError } from './errors.js'

/** What is done with what the layers return and throw. Neither may fail. */
export interface Outcome {
  returned(value: unknown, layer: 'middleware' | 'handler'): Promise<void>
  /** @param nearest Who is told of it first. */
  threw(error: unknown, nearest?: readonly ErrorHandler[]): Promise<void>
}

/** What is run, and what around it. */
export interface Composition {
  readonly ctx: Context
  /** The first is the outermost. */
  readonly layers: readonly Layer[]
  readonly handler: () => HandlerResult
  readonly outcome: Outcome
  readonly leaving: Leaving
  /** Hears that a layer called `next()`, by its place. */
  readonly passed?: ((depth: number) => void) | undefined
}

/**
 * Runs a handler with middleware around it. What a layer throws is dealt with at that layer: `next()` never throws, and
 * the layers further out go on. Ends when every layer has ended, waited for or not, or was left behind at a question.
 * @param depth Of the layer to begin with.
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
    await outcome.threw(error)
  }
  await inner
}

const nextCalledTwice =
  'A middleware called next() twice, which would run the handler twice. Call it once, or not at all.'

/**
 * Leaves a handler behind while it waits for an answer, perhaps for days: the promise that it waits for never settles, and
 * what stands around it goes on as if it had ended, so that middleware can clean up.
 */
export class Leaving {
  /** How to leave the layers that are under way, the innermost last. */
  readonly #layers: (() => void)[] = []

  /** Runs a layer. Gives what it gives; where it is left behind, nothing. */
  async run<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    let leave = () => {}
    const left = new Promise<undefined>((resolve) => {
      leave = () => resolve(undefined)
    })
    this.#layers.push(leave)
    try {
      return await Promise.race([work(), left])
    } finally {
      const at = this.#layers.lastIndexOf(leave)
      if (at !== -1) this.#layers.splice(at, 1)
    }
  }

  /** Leaves the innermost layer behind, which is the one that has called this and waits for it. */
  leave(): Promise<never> {
    this.#layers.pop()?.()
    return new Promise(() => {})
  }
}
