/** A signal that is made when somebody looks at it, since making one costs more than most handlers do. */
export class LazySignal {
  #controller: AbortController | undefined
  #aborted: { readonly reason: unknown } | undefined

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason)
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    this.#aborted ??= { reason }
    this.#controller?.abort(reason)
  }
}
