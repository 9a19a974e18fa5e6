import type { ErrorHandler, Layer } from './context.js'

/** What surrounds a handler because of where it was declared. Middleware that is added later doesn't run for it. */
export interface Placed {
  /** Middleware, the outermost first. */
  readonly layers: readonly Layer[]
  /** Error handlers of the composers around it, the innermost first; without those of the bot itself. */
  readonly boundaries: readonly Boundary[]
}

/** An error handler of a composer. */
export interface Boundary {
  readonly handler: ErrorHandler
  /** How many of the layers are outside the composer, which doesn't handle what they throw. */
  readonly depth: number
}

/** Places what a composer declared inside the layers of another. */
export function placedIn(layers: readonly Layer[], own: readonly ErrorHandler[]): (inner: Placed) => Placed {
  return (inner) => ({
    layers: [...layers, ...inner.layers],
    boundaries: [...inner.boundaries, ...own.map((handler) => ({ handler, depth: 0 }))].map(({ handler, depth }) => ({
      handler,
      depth: depth + layers.length,
    })),
  })
}

/** Where in the bot's own files a method of a composer was called. @param helpers How many functions it calls this through. */
export function declaredAt(helpers = 1): string | undefined {
  const frames = new Error().stack?.match(/[^\s(@]+:\d+:\d+(?=\)?$)/gm)
  // After this function, the helpers and the method.
  return frames?.[2 + helpers]
}
