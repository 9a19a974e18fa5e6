import { isPromise, type MaybePromise } from '../../values.js'

/**
 * Abandons a handler that waits for an answer, perhaps for days: the promise that it awaits never settles, and its
 * middleware goes on as if it had ended, to clean up.
 */
export class Leaving {
  /** The running layers, the innermost last. */
  readonly #layers: Layer[] = []

  /** Runs a layer. Returns its result, or undefined if it is abandoned. */
  run<T>(work: () => T): MaybePromise<Awaited<T> | undefined> {
    const layer = new Layer()
    this.#layers.push(layer)
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
    this.#layers.pop()?.leave()
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
    const at = this.#layers.lastIndexOf(layer)
    if (at !== -1) this.#layers.splice(at, 1)
  }
}

/** A middleware or the handler, while it runs. */
class Layer {
  isLeft = false
  onLeft: ((value: undefined) => void) | undefined

  leave(): void {
    this.isLeft = true
    this.onLeft?.(undefined)
  }
}
