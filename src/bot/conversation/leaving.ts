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
    const layer: Layer = { isLeft: false, leave: undefined }
    this.#layers.push(layer)
    try {
      const value = work()
      if (isPromise(value) && !layer.isLeft) return this.#wait(layer, value) as Promise<Awaited<T> | undefined>
      this.#end(layer)
      return layer.isLeft ? undefined : (value as Awaited<T>)
    } catch (error) {
      this.#end(layer)
      throw error
    }
  }

  /** Abandons the innermost layer, which is the caller. */
  leave(): Promise<never> {
    const layer = this.#layers.pop()
    if (layer) {
      layer.isLeft = true
      layer.leave?.()
    }
    return new Promise(() => {})
  }

  #wait(layer: Layer, value: Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      layer.leave = () => resolve(undefined)
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

interface Layer {
  isLeft: boolean
  leave: (() => void) | undefined
}
