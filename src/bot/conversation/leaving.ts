/**
 * Leaves a handler behind while it waits for an answer, perhaps for days: the promise that it waits for never settles, and
 * what stands around it goes on as if it had ended, so that middleware can clean up.
 */
export class Leaving {
  /** The innermost layer that is under way stands last. */
  readonly #layers: Layer[] = []

  /** Runs a layer. Gives what it gives; where it is left behind, nothing. */
  run<T>(work: () => T | Promise<T>): T | Promise<T | undefined> | undefined {
    const layer: Layer = { isLeft: false, leave: undefined }
    this.#layers.push(layer)
    let result: T | Promise<T>
    try {
      result = work()
    } catch (error) {
      this.#end(layer)
      throw error
    }
    // Most handlers have ended by now, and a promise would be of no use to them.
    if (isPromise(result) && !layer.isLeft) return this.#wait(layer, result)
    this.#end(layer)
    return layer.isLeft ? undefined : result
  }

  /** Leaves the innermost layer behind, which is the one that has called this and waits for it. */
  leave(): Promise<never> {
    const layer = this.#layers.pop()
    if (layer !== undefined) {
      layer.isLeft = true
      layer.leave?.(undefined)
    }
    return new Promise(() => {})
  }

  #wait<T>(layer: Layer, result: PromiseLike<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      layer.leave = resolve
      result.then(
        (value) => {
          this.#end(layer)
          resolve(value)
        },
        (error) => {
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
  /** Ends the wait for it. */
  leave: ((nothing: undefined) => void) | undefined
}

function isPromise<T>(result: T | PromiseLike<T>): result is PromiseLike<T> {
  return typeof result === 'object' && result !== null && typeof Reflect.get(result, 'then') === 'function'
}
