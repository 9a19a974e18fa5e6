import type { Client } from '../client/index.js'
import { actingClient } from './conversation/actingClient.js'
import { Leaving } from './conversation/leaving.js'
import { RunDelivery } from './conversation/runDelivery.js'
import type { Delivery, DeliveryReplyOptions } from './delivery.js'
import { HandlerError } from './errors.js'
import { missing } from './features.js'
import type { Log } from './log.js'
import { checkOnceName, onceInJson } from './onceInJson.js'
import type { DoOnce, Run } from './run.js'
import { type Signal, signalOnce } from './signalOnce.js'

/**
 * The run of a handler that asks nothing, of a bot that was made without conversations. What is done for a delivery that
 * comes again, the delivery itself keeps, by the same names as in a conversation.
 */
export class SingleRun implements Run {
  readonly isResumed = false
  readonly isBehind = false
  readonly leaving = new Leaving()
  readonly delivery: Delivery
  readonly #delivery: Delivery
  readonly #log: Log
  #isOver = false
  #over: Signal | undefined
  #replies = 0
  /** How many there were of each step. */
  readonly #counts = new Map<string, number>()
  /** The `ctx.once` that are under way: what is done meanwhile most likely belongs to them. */
  readonly #open: string[] = []

  constructor(delivery: Delivery, log: Log) {
    this.#delivery = delivery
    this.#log = log
    this.delivery = new RunDelivery(delivery, delivery.notification, {
      reply: (content, options) => this.#reply(content, options),
      answer: (content) => this.#answer(content),
      comesAgain: (error) => this.#comesAgain(error),
    })
  }

  get over(): Promise<void> {
    this.#over ??= signalOnce()
    if (this.#isOver) this.#over.note()
    return this.#over.promise
  }

  get mayComeAgain(): boolean {
    return this.#delivery.again !== undefined
  }

  beginLastWord(): void {}

  sayLastWord(): undefined {}

  acting(client: Client, who: 'bot' | 'owner'): Client {
    // Where the delivery comes once, so does all that is done for it.
    if (this.#delivery.once === undefined) return client
    return actingClient(client, who, ({ key, isRepeatable }, work) =>
      this.do({ kind: 'call', key, isRepeatable }, work),
    )
  }

  async once(name: string, work: () => unknown): Promise<unknown> {
    checkOnceName(name)
    return this.do({ kind: 'once', key: name, isRepeatable: false }, () => onceInJson(name, work))
  }

  async do(step: DoOnce, work: () => Promise<unknown>): Promise<unknown> {
    if (this.#isOver) return this.leaving.leave()
    const { kind, key, isRepeatable } = step
    const name = this.#nameOf(step)
    if (kind === 'once') this.#open.push(key)
    try {
      const { once } = this.#delivery
      const isKept = once !== undefined && !isRepeatable && (kind === 'call' || kind === 'once')
      return await (isKept ? once({ kind, key: name }, work) : work())
    } finally {
      if (kind === 'once') this.#open.splice(this.#open.indexOf(key), 1)
    }
  }

  async ask(): Promise<never> {
    throw new HandlerError('missing_feature', missing('conversations', 'ctx.ask'))
  }

  /** As `Journal.nameOf` has it. */
  #nameOf({ kind, key }: DoOnce): string {
    const name = [...this.#open, key].join('/')
    const number = this.#counts.get(`${kind} ${name}`) ?? 0
    this.#counts.set(`${kind} ${name}`, number + 1)
    return `${name} #${number}`
  }

  async #reply(content: string, options: DeliveryReplyOptions = {}): Promise<number | undefined> {
    // What middleware says after its handler was left is said when the handler has ended.
    if (this.#isOver) return undefined
    return this.#delivery.reply(content, { name: String(this.#replies++), ...options })
  }

  #answer(content: string): boolean {
    if (this.#isOver || this.#replies > 0 || this.#delivery.answer?.(content) !== true) return false
    this.#replies += 1
    return true
  }

  #comesAgain(error: unknown): boolean {
    if (this.#delivery.again?.(error) !== true) return false
    this.#isOver = true
    this.#over?.note()
    this.#log.debug({}, 'The delivery comes again')
    return true
  }
}
