import { isPromise, type MaybePromise } from '../../values.js'

/**
 * Abandons a handler that waits for an answer, perhaps for days: the promise that it awaits never settles, and its
 * middleware goes on as if it had ended, to clean up.
 */
export class Leaving {
  /** The innermost of the running layers. */
  #innermost: Layer | undefined

  /** Runs a layer. Returns its result, or undefined if it is abandoned. */
  run<T>(work: () => T): MaybePromise<Awaited<T> | undefined> {
    const layer = new Layer()
    layer.outer = this.#innermost
    this.#innermost = layer
    try {
      const value = work()
      if (isPromise(value)) {
        if (!layer.isLeft) return this.#wait(layer, value) as Promise<Awaited<T> | undefined>
        // Nobody waits for it any more, and its failure must not end the process.
        value.then(undefined, () => {})
      }
      this.#end(layer)
      return layer.isLeft ? undefined : (value as Awaited<T>)
    } catch (error) {
      this.#end(layer)
      throw error
    }
  }

  /** Abandons the innermost layer, which is the caller. */
  leave(): Promise<never> {
    const layer = this.#innermost
    if (layer) {
      this.#end(layer)
      layer.isLeft = true
      layer.onLeft?.(undefined)
    }
    return new Promise(() => {})
  }

  #wait(layer: Layer, value: Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      layer.onLeft = resolve
      value.then(
        (result) => {
          this.#end(layer)
          resolve(result)
        },
        (error: unknown) => {
          this.#end(layer)
          reject(error)
        },
      )
    })
  }

  #end(layer: Layer): void {
    layer.hasEnded = true
    // An outer layer may end before those within.
    while (this.#innermost?.hasEnded) this.#innermost = this.#innermost.outer
  }
}

/** A middleware or the handler, while it runs. */
class Layer {
  outer: Layer | undefined
  isLeft = false
  hasEnded = false
  onLeft: ((value: undefined) => void) | undefined
}

/** Something that happens once, and that hardly anybody waits for. */
export class Once {
  hasHappened = false
  #promise: Promise<void> | undefined
  #resolve: (() => void) | undefined

  get happened(): Promise<void> {
    this.#promise ??= new Promise((resolve) => {
      this.#resolve = resolve
      if (this.hasHappened) resolve()
    })
    return this.#promise
  }

  happen(): void {
    this.hasHappened = true
    this.#resolve?.()
  }
}
