/** A signal that is made when somebody looks at it, since making one costs more than most handlers do. */
export interface LazySignal {
  signal(): AbortSignal
  abort(reason: unknown): void
}

export function lazySignal(): LazySignal {
  let controller: AbortController | undefined
  let aborted: { readonly reason: unknown } | undefined
  return {
    signal() {
      controller ??= new AbortController()
      if (aborted !== undefined) controller.abort(aborted.reason)
      return controller.signal
    },
    abort(reason) {
      aborted ??= { reason }
      controller?.abort(reason)
    },
  }
}
