import { andThen, isPromise, type MaybePromise } from '../../values.js'
import { HandlerError } from '../base/errors.js'
import { followUp } from '../base/notification.js'
import type { Context, ErrorHandler, Layer } from '../context/context.js'
import { addToContext, commandOf } from '../conversation/deliveryContext.js'
import type { Run } from '../conversation/run.js'
import { returnedReply } from '../outgoing/reply.js'
import { Failures } from './failures.js'
import type { Route } from './routes.js'

/**
 * A handler with middleware around it, for one run. What a layer throws is handled at that layer: `next()` never throws, and
 * outer layers continue.
 */
export class Handling {
  readonly ctx: Context
  readonly #run: Run
  readonly #route: Route | undefined
  /** Outermost first. */
  readonly #layers: readonly Layer[]
  readonly #errorHandlers: readonly ErrorHandler[]
  #failures: Failures | undefined

  constructor(
    ctx: Context,
    run: Run,
    route: Route | undefined,
    layers: readonly Layer[],
    errorHandlers: readonly ErrorHandler[],
  ) {
    this.ctx = ctx
    this.#run = run
    this.#route = route
    this.#layers = layers
    this.#errorHandlers = errorHandlers
  }

  /** It has ended when every layer has, awaited or not, or was abandoned at a question. Never fails. */
  run(): MaybePromise<void> {
    return andThen(this.from(0), () => this.#settle())
  }

  /** Runs the layer with this index, or the handler, and what is within. */
  from(depth: number): MaybePromise<void> {
    const layer = this.#layers[depth]
    if (layer === undefined) return this.#handled(depth, undefined, () => this.#handle())
    const inner = new Inner(this, depth)
    const ended = this.#handled(depth, inner, () => layer(this.ctx, inner.next))
    return andThen(ended, () => inner.ended)
  }

  /** A middleware called `next()`. */
  passed(depth: number): void {
    // The observer has the route of the first handler.
    if (this.#run.handler === undefined) this.#run.delivery.passed(depth)
  }

  #handle() {
    const { ctx } = this
    const route = this.#route
    ctx.log.debug({ trigger: ctx.trigger, route: route?.name }, route ? 'Found a handler' : 'No handler matches')
    return route?.run(ctx)
  }

  /** Runs a layer, and handles what it returns or throws: at once if it waits for nothing. */
  #handled(depth: number, inner: Inner | undefined, work: () => unknown): MaybePromise<void> {
    try {
      const value = this.#run.leaving.run(work)
      const said = isPromise(value)
        ? value.then((result) => this.#returned(result, inner))
        : this.#returned(value, inner)
      return isPromise(said) ? said.catch((error) => this.#threw(error, depth)) : said
    } catch (error) {
      return this.#threw(error, depth)
    }
  }

  #returned(value: unknown, inner: Inner | undefined): MaybePromise<void> {
    if (inner?.fault !== undefined) throw inner.fault
    const reply = returnedReply(value, inner ? 'a middleware' : 'a handler')
    if (reply === undefined) return undefined
    this.#run.beginLastWord()
    return this.#run.answer(reply)
  }

  #threw(error: unknown, depth: number): Promise<void> {
    this.#run.beginLastWord()
    this.#failures ??= new Failures(this.ctx, this.#run, this.#errorHandlers)
    const boundaries = this.#route?.boundaries?.filter((one) => depth >= one.depth) ?? []
    // Whom a middleware refuses there, such as for a cool-down, may not mean the bot at all.
    const isQuiet = this.ctx.trigger === followUp && depth < this.#layers.length && commandOf(this.ctx) === ''
    return this.#failures.report(
      error,
      boundaries.map(({ handler }) => handler),
      isQuiet,
    )
  }

  /** Most handlers have nothing left to say when they have ended. */
  #settle(): MaybePromise<void> {
    const settling = this.#run.settle((error) => this.#failures?.isReported(error) === true)
    return settling || this.#run.isBehind ? this.#settleAll(settling) : undefined
  }

  async #settleAll(settling: MaybePromise<void>): Promise<void> {
    await settling
    await this.#run.sayLastWord()
  }
}

/** The inner layers of a middleware, which `next` runs. */
class Inner {
  /** What is wrong with the call of `next()`. */
  fault: unknown
  ended: MaybePromise<void> = undefined
  readonly #handling: Handling
  readonly #depth: number
  #isCalled = false
  readonly next = (adds?: object): Promise<void> => {
    try {
      if (this.#isCalled)
        throw new HandlerError('next_called_twice', 'A middleware called next() twice. Call it once, or not at all.')
      if (adds !== undefined) addToContext(this.#handling.ctx, adds)
    } catch (error) {
      this.fault = error
      const refused = Promise.reject(error)
      refused.catch(() => {})
      return refused
    }
    this.#isCalled = true
    this.#handling.passed(this.#depth)
    this.ended = this.#handling.from(this.#depth + 1)
    return Promise.resolve(this.ended)
  }

  constructor(handling: Handling, depth: number) {
    this.#handling = handling
    this.#depth = depth
  }
}
