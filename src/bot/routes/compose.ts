import { andThen, isPromise, type MaybePromise } from '../../values.js'
import { HandlerError } from '../base/errors.js'
import type { Context, HandlerResult, Layer } from '../context/context.js'
import { addToContext } from '../conversation/deliveryContext.js'
import type { Leaving } from '../conversation/leaving.js'

/** Handles what the layers return and throw. */
interface Outcome {
  /** What it throws is handled as if the layer had thrown it. */
  returned(value: unknown, layer: 'a middleware' | 'a handler'): MaybePromise<void>
  /** Must not throw. @param depth Index of the layer that threw; for the handler, the number of layers. */
  threw(error: unknown, depth: number): MaybePromise<void>
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
  readonly passed: (depth: number) => void
}

/**
 * Runs a handler with middleware around it. What a layer throws is handled at that layer: `next()` never throws, and
 * outer layers continue. It has ended when every layer has, awaited or not, or was abandoned at a question.
 * @param depth Index of the layer to begin with.
 */
export function compose(composition: Composition, depth = 0): MaybePromise<void> {
  const { layers, handler, outcome, leaving } = composition
  const layer = layers[depth]
  if (layer === undefined) {
    const returned = (value: unknown) => outcome.returned(value, 'a handler')
    return settle(
      () => leaving.run(handler),
      returned,
      (error) => outcome.threw(error, depth),
    )
  }
  const inner = new Inner(composition, depth)
  const ended = settle(
    () => leaving.run(() => layer(composition.ctx, inner.next)),
    (value) => {
      if (inner.fault !== undefined) throw inner.fault
      return outcome.returned(value, 'a middleware')
    },
    (error) => outcome.threw(error, depth),
  )
  return andThen(ended, () => inner.ended)
}

/** Runs a layer, and handles what it returns or throws: at once if it waits for nothing. */
function settle(
  work: () => unknown,
  returned: (value: unknown) => MaybePromise<void>,
  threw: (error: unknown) => MaybePromise<void>,
): MaybePromise<void> {
  try {
    const value = work()
    const said = isPromise(value) ? value.then(returned) : returned(value)
    return isPromise(said) ? said.then(undefined, threw) : said
  } catch (error) {
    return threw(error)
  }
}

/** The inner layers of a middleware, which `next` runs. */
class Inner {
  /** What is wrong with the call of `next()`. */
  fault: unknown
  ended: MaybePromise<void> = undefined
  readonly #composition: Composition
  readonly #depth: number
  #isCalled = false
  readonly next = (adds?: object): Promise<void> => {
    try {
      if (this.#isCalled) throw new HandlerError('next_called_twice', nextCalledTwice)
      if (adds !== undefined) addToContext(this.#composition.ctx, adds)
    } catch (error) {
      this.fault = error
      const refused = Promise.reject(error)
      refused.catch(() => {})
      return refused
    }
    this.#isCalled = true
    this.#composition.passed(this.#depth)
    this.ended = compose(this.#composition, this.#depth + 1)
    return Promise.resolve(this.ended)
  }

  constructor(composition: Composition, depth: number) {
    this.#composition = composition
    this.#depth = depth
  }
}

const nextCalledTwice =
  'A middleware called next() twice, which would run the handler twice. Call it once, or not at all.'
