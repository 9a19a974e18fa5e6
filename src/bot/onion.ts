import type { Context, ErrorHandler, HandlerResult } from './context.js'
import type { Leaving } from './conversation/leaving.js'
import { addToContext } from './deliveryContext.js'
import type { Ending } from './ending.js'
import { HandlerError } from './errors.js'

/** A middleware, whatever it needs and adds. */
export type Layer = (ctx: Context, next: (adds?: object) => Promise<void>) => HandlerResult

/** What the onion does with what its layers return and throw. Neither may fail. */
export interface Outcome {
  returned(value: unknown, layer: 'middleware' | 'handler'): Ending
  /** @param nearest Who is told of it first. */
  threw(error: unknown, nearest?: readonly ErrorHandler[]): Promise<void>
}

/** What is run, and what around it. */
export interface Onion {
  readonly ctx: Context
  /** The first is the outermost. */
  readonly layers: readonly Layer[]
  readonly handler: () => HandlerResult
  readonly outcome: Outcome
  readonly leaving: Leaving
}

/**
 * Runs a handler with middleware around it. What a layer throws is dealt with at that layer: `next()` never throws, and
 * the layers further out go on. Ends when every layer has ended, waited for or not, or was left behind at a question.
 */
export function runOnion(onion: Onion): Ending {
  return onion.layers.length === 0 ? runHandler(onion) : runLayer(onion, 0)
}

function runHandler({ handler, outcome, leaving }: Onion): Ending {
  try {
    const result = leaving.run<unknown>(handler)
    const saying = result instanceof Promise ? said(result) : outcome.returned(result, 'handler')
    return saying?.catch((error) => outcome.threw(error))
  } catch (error) {
    return outcome.threw(error)
  }

  async function said(result: Promise<unknown>): Promise<void> {
    await outcome.returned(await result, 'handler')
  }
}

async function runLayer(onion: Onion, depth: number): Promise<void> {
  const { ctx, layers, outcome, leaving } = onion
  const layer = layers[depth]
  if (layer === undefined) return runHandler(onion)
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
    inner = runLayer(onion, depth + 1)
    return inner
  }
  try {
    const value = await leaving.run<unknown>(() => layer(ctx, next))
    if (fault !== undefined) throw fault
    await outcome.returned(value, 'middleware')
  } catch (error) {
    await outcome.threw(error)
  }
  await inner
}

const nextCalledTwice =
  'A middleware called next() twice, which would run the handler twice. Call it once, or not at all.'
