import { type Dialect, deliveryRules, versionOf } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { SimulatorLog } from '../log.js'
import type { EventOf } from '../realm/events.js'
import type { Realm } from '../realm/realm.js'
import { attempt } from './attempt.js'
import type { AttemptResult, Exchange } from './attemptResult.js'
import { Delivery } from './delivery.js'
import { letterFor } from './letter.js'
import type { Network } from './network.js'
import { createOutcomes } from './outcomes.js'
import type { DeliveryRecord } from './record.js'

/** Where a bot is reached: the address that is shown, and the way to whatever address a request goes to. */
export interface Connection {
  readonly address: string
  networkFor(url: string): Network
}

export interface CourierOptions {
  readonly realm: Realm
  readonly dialect: Dialect
  readonly clock: Clock
  readonly log: SimulatorLog
  /** How a bot is reached; undefined when it is not. */
  readonly connectionOf: (botId: number) => Connection | undefined
  /** Milliseconds that a bot may be silent. */
  readonly timeout: number
  readonly maxAnswerBytes: number
  /** How many records are kept; the oldest go first. */
  readonly keep: number
}

/** Brings notifications to bots, one after the other as the server's queue does, and the answers back. */
export interface Courier {
  /** Oldest first. */
  records(showSecrets: boolean): readonly DeliveryRecord[]
  /** What was last sent to a bot. */
  latest(botId: number): Delivery | undefined
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>
  /** Calls off what is on its way, and delivers nothing any more. */
  close(): Promise<void>
}

/** Makes a courier that hears of the messages that trigger bots. */
export function createCourier(options: CourierOptions): Courier {
  const { realm, dialect, clock, log, keep } = options
  const settle = createOutcomes(options)
  const stop = new AbortController()
  const kept: Delivery[] = []
  let queue: Delivery[] = []
  let working: Promise<void> | undefined
  let count = 0

  const forget = realm.onEvent((event) => {
    if (event.type !== 'outgoing webhook') return
    try {
      take(event)
    } catch (error) {
      // Whoever sent the message has sent it all the same.
      log.error({ error, bot: event.bot, message: event.message }, 'A delivery was lost by a bug of the simulator.')
    }
  })

  function take(event: EventOf<'outgoing webhook'>): void {
    const bot = realm.account(event.bot)
    const notification = realm.notificationFor(event)
    const agent = `${dialect.words.deliveryAgent}/${versionOf(realm.featureLevel)}`
    const address = options.connectionOf(bot.id)?.address ?? ''
    count += 1
    const delivery = new Delivery(count, bot, notification, letterFor(address, notification, agent), clock.now())
    kept.push(delivery)
    // Cut in batches: shifting a long list at every delivery would cost more than the delivery.
    if (kept.length > keep * 2) kept.splice(0, kept.length - keep)
    queue.push(delivery)
    working ??= work()
  }

  async function work(): Promise<void> {
    // The message that triggered this is answered to its sender first.
    await Promise.resolve()
    while (queue.length > 0 && !stop.signal.aborted) {
      const batch = queue
      queue = []
      for (const delivery of batch) await deliver(delivery)
    }
    working = undefined
  }

  async function deliver(delivery: Delivery): Promise<void> {
    if (stop.signal.aborted) {
      delivery.outcome = 'abandoned'
      return
    }
    const startedAt = clock.now()
    const exchanges: Exchange[] = []
    const connection = options.connectionOf(delivery.bot.id)
    const result = await attempt((url) => connection?.networkFor(url), delivery.letter, options, exchanges, stop.signal)
    delivery.add({ startedAt, duration: clock.now() - startedAt, exchanges, result })
    if (stop.signal.aborted) delivery.outcome = 'abandoned'
    // A repetition goes to the end of the queue, at once and without a pause.
    else if (mayRepeat(result) && delivery.attempts <= deliveryRules.retries) queue.push(delivery)
    else conclude(delivery, result)
  }

  function conclude(delivery: Delivery, result: AttemptResult): void {
    try {
      settle(delivery, result)
    } catch (error) {
      delivery.outcome = 'failed'
      log.error(
        { error, delivery: delivery.id },
        'What came of a delivery could not be posted, by a bug of the simulator.',
      )
    }
  }

  return {
    records: (showSecrets) => kept.slice(-keep).map((delivery) => delivery.record(showSecrets)),
    latest: (botId) => kept.findLast((delivery) => delivery.bot.id === botId),
    async idle() {
      while (working !== undefined) await working
    },
    async close() {
      forget()
      stop.abort()
      await working
    },
  }
}

function mayRepeat(result: AttemptResult): boolean {
  return result.kind === 'timeout' || result.kind === 'connection error'
}
