import { type Dialect, type Notification, versionOf } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { FaultOutcome } from '../faults/faultOutcome.js'
import type { SimulatorLog } from '../log.js'
import type { EventOf } from '../realm/events.js'
import type { Realm } from '../realm/realm.js'
import type { Account } from '../realm/state.js'
import type { Stateful } from '../stateful.js'
import type { Activity } from '../time/activity.js'
import { type AttemptOptions, attempt, Stop } from './attempt.js'
import type { AttemptResult } from './attemptResult.js'
import {
  type Attempt,
  applyFaults,
  bodyIn,
  type Delivery,
  keepAttempt,
  newDelivery,
  recordOf,
  requestOf,
  withMessageId,
  withoutNotification,
} from './delivery.js'
import { requestFor, requestWith } from './deliveryRequest.js'
import { createDetained, type Detention } from './detained.js'
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
  /** Is told while deliveries are under way. */
  readonly activity: Activity
  readonly log: SimulatorLog
  /** How a bot is reached; undefined when it is not. */
  readonly connectionOf: (botId: number) => Connection | undefined
  /** Milliseconds that a bot may be silent. */
  readonly timeout: number
  readonly maxAnswerBytes: number
  /** How many records are kept; the oldest go first. */
  readonly keep: number
  /** Does what an answer leads to, and tells of it; simply done unless given. */
  readonly perform?: <Result>(name: CourierCommand, args: readonly unknown[], change: () => Result) => Result
  /** Resolves when what led to a delivery cannot be lost any more. */
  readonly saved?: () => Promise<void>
  /** What faults make of a delivery; nothing unless given. */
  readonly faultOutcomeOf?: (delivery: number, bot: Account, notification: Notification) => FaultOutcome | undefined
  /** Hears of deliveries: when they are queued, after each attempt, and when they have come to an end. */
  readonly onProgress?: (stage: DeliveryStage, delivery: Delivery) => void
}

/** What a courier does that changes the organisation or itself, by name. */
export type CourierCommand =
  | 'delivery'
  | 'hold deliveries'
  | 'let deliveries go'
  | 'release delivery'
  | 'resend delivery'

export type DeliveryStage = 'queued' | 'attempted' | 'ended'

/** Brings notifications to bots, one after the other as the server's queue does, and the answers back. */
export interface Courier extends Stateful {
  /** Oldest first. */
  records(showSecrets: boolean): readonly DeliveryRecord[]
  /** Everything that is kept, oldest first. */
  readonly deliveries: readonly Delivery[]
  /** What was last sent to a bot. */
  latest(botId: number): Delivery | undefined
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>
  /** @throws {RangeError} when there is none with this ID, or it is no longer kept */
  find(id: number): Delivery
  /** Holds back what comes for a bot from now on, or for every bot. */
  hold(botId: number | undefined): void
  /** Holds nothing back any more for a bot, or for any, and sends what was held. */
  letGo(botId: number | undefined): void
  /** For which bots deliveries are held back; `all` for every bot. */
  readonly holds: readonly (number | 'all')[]
  /** Sends a delivery that was held, with another body if one is given. @throws {RangeError} when it is not held */
  release(id: number, body?: string): void
  /**
   * Sends a delivery again, with another body if one is given. The message in it gets a new ID, so that nobody takes it
   * for a repetition, unless it is to be exactly what is there. Gives the ID of the new delivery.
   */
  resend(id: number, how: { readonly body?: string | undefined; readonly exact: boolean }): number
  /** Calls off what is on its way, and delivers nothing any more. */
  close(): Promise<void>
}

/** Makes a courier that hears of the messages that trigger bots. */
export function createCourier(options: CourierOptions): Courier {
  const { realm, dialect, clock, log, keep } = options
  const settle = createOutcomes(options)
  const perform = options.perform ?? ((_name, _args, change) => change())
  const tell = options.onProgress ?? (() => {})
  let stop = new Stop()
  let kept: Delivery[] = []
  /** The first of them is under way. */
  let queue: Delivery[] = []
  let working: Promise<void> | undefined
  let count = 0
  let holds = new Set<number | 'all'>()
  /** What the server calls itself at a level. */
  let named: { readonly level: number; readonly agent: string } | undefined

  const detained = createDetained(clock, (delivery) => {
    queue.push(delivery)
    start()
  })

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
    count += 1
    const faultOutcome = options.faultOutcomeOf?.(count, bot, notification)
    const address = addressOf(bot.id)
    const delivery = newDelivery(count, bot, notification, {
      address,
      agent: agent(),
      request: faultOutcome?.notification && requestFor(address, faultOutcome.notification, agent()),
      queuedAt: clock.now(),
      faultOutcome: faultOutcome && withoutNotification(faultOutcome),
    })
    const isHeld = faultOutcome?.isDropped !== true && (holds.has('all') || holds.has(bot.id))
    if (isHeld) delivery.outcome = 'held'
    keepRecord(delivery)
    tell('queued', delivery)
    if (isHeld) return
    if (faultOutcome?.isDropped === true) {
      delivery.outcome = 'dropped'
      tell('ended', delivery)
    } else if (faultOutcome !== undefined && faultOutcome.delay + faultOutcome.overtakers > 0) {
      detained.add(delivery, faultOutcome.delay, faultOutcome.overtakers)
    } else {
      queue.push(delivery)
      start()
    }
  }

  function keepRecord(delivery: Delivery): void {
    kept.push(delivery)
    // Cut in batches: shifting a long list at every delivery would cost more than the delivery.
    if (kept.length > keep * 2) kept.splice(0, kept.length - keep)
  }

  function addressOf(botId: number): string {
    return options.connectionOf(botId)?.address ?? ''
  }

  function agent(): string {
    const { featureLevel } = realm
    if (named?.level !== featureLevel) {
      named = { level: featureLevel, agent: `${dialect.words.deliveryAgent}/${versionOf(featureLevel)}` }
    }
    return named.agent
  }

  function find(id: number): Delivery {
    const delivery = kept.findLast((one) => one.id === id)
    if (delivery !== undefined) return delivery
    throw new RangeError(`There is no delivery ${id}, or it is no longer kept; the newest is ${count}.`)
  }

  function letGo(bot: number | 'all'): void {
    if (bot === 'all') holds.clear()
    else holds.delete(bot)
    const held = kept.filter(({ outcome }) => outcome === 'held')
    for (const one of held) if (bot === 'all' || one.bot.id === bot) send(one)
  }

  function resend(before: Delivery, written: string | undefined, exact: boolean): number {
    const body = written === undefined ? (requestOf(before).body ?? '') : bodyIn(before, written)
    const renamed = exact ? undefined : withMessageId(body, () => realm.newMessageId())
    count += 1
    const bot = realm.account(before.bot.id)
    const address = addressOf(bot.id)
    const delivery = newDelivery(count, bot, before.notification, {
      address,
      agent: agent(),
      request: renamed === undefined ? requestWith(address, body, agent()) : requestFor(address, renamed, agent()),
      queuedAt: clock.now(),
      resends: before.id,
    })
    delivery.isEdited = written !== undefined
    keepRecord(delivery)
    tell('queued', delivery)
    send(delivery)
    return delivery.id
  }

  function edit(delivery: Delivery, body: string): void {
    delivery.request = requestWith(addressOf(delivery.bot.id), body, agent())
    delivery.isEdited = true
  }

  function send(delivery: Delivery): void {
    delivery.outcome = 'under way'
    queue.push(delivery)
    start()
  }

  function start(): void {
    if (queue.length > 0) working ??= work(stop)
  }

  async function work(own: Stop): Promise<void> {
    const end = options.activity.begin()
    // The message that triggered this is answered to its sender first.
    await Promise.resolve()
    for (let first = queue[0]; first !== undefined && !own.isStopped; first = queue[0]) {
      // While it was being saved, the organisation may have been put back to where nothing is to be delivered.
      if (options.saved !== undefined && (!(await isSaved()) || own.isStopped)) break
      await deliver(first, own)
    }
    if (own === stop) working = undefined
    end()
  }

  async function isSaved(): Promise<boolean> {
    try {
      await options.saved?.()
      return true
    } catch (error) {
      log.error({ error }, 'Nothing is delivered any more, since what happens can no longer be written to the disk.')
      return false
    }
  }

  async function deliver(delivery: Delivery, own: Stop): Promise<void> {
    const startedAt = clock.now()
    const connection = options.connectionOf(delivery.bot.id)
    const networkFor = (url: string) => (url === '' ? undefined : connection?.networkFor(url))
    const { exchanges, result } = await attempt(networkFor, requestOf(delivery), limitsOf(delivery), own)
    const attempted = applyFaults(delivery, { startedAt, duration: clock.now() - startedAt, exchanges, result })
    if (own.isStopped) keepAttempt(delivery, attempted)
    else perform('delivery', [delivery.id, attempted], () => goOn(delivery, attempted))
  }

  function limitsOf({ id }: Delivery): AttemptOptions {
    const { timeout, maxAnswerBytes } = options
    return {
      clock,
      timeout,
      maxAnswerBytes,
      redirects: realm.assumptions.deliveryRedirects,
      cause: { what: 'deadline', id },
    }
  }

  function goOn(delivery: Delivery, attempted: Attempt): void {
    if (queue[0] === delivery) queue.shift()
    else queue = queue.filter((other) => other !== delivery)
    keepAttempt(delivery, attempted)
    tell('attempted', delivery)
    if (delivery.attempts.length === 1) detained.passed(delivery)
    // A repetition goes to the end of the queue, at once and without a pause.
    if (attempted.isRepeated === true || (mayRepeat(attempted.result) && hasRetriesLeft(delivery))) queue.push(delivery)
    else {
      conclude(delivery, attempted.result)
      tell('ended', delivery)
    }
  }

  function hasRetriesLeft({ attempts }: Delivery): boolean {
    const failed = attempts.filter(({ isRepeated }) => isRepeated !== true)
    return failed.length <= realm.assumptions.deliveryRetries
  }

  function mayRepeat(result: AttemptResult): boolean {
    if (result.kind === 'timeout' || result.kind === 'connection error') return true
    return (
      result.kind === 'answered' && result.status >= 500 && realm.assumptions.retriedFailures === 'no answer or 5xx'
    )
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

  /** Ends what is under way, and lets nothing follow it. */
  function callOff(): Promise<void> | undefined {
    stop.stop()
    for (const delivery of [...queue, ...detained.callOff()]) delivery.outcome = 'abandoned'
    return working
  }

  return {
    records: (showSecrets) => kept.slice(-keep).map((delivery) => recordOf(delivery, showSecrets)),
    get deliveries() {
      return kept.slice(-keep)
    },
    latest: (botId) => kept.findLast((delivery) => delivery.bot.id === botId),
    async idle() {
      for (;;) {
        const work = working ?? detained.nextRelease
        if (work === undefined) return
        await work
      }
    },
    async close() {
      forget()
      await callOff()
    },
    find,
    hold(botId) {
      const bot = botId ?? 'all'
      perform('hold deliveries', [bot], () => holds.add(bot))
    },
    letGo(botId) {
      const bot = botId ?? 'all'
      perform('let deliveries go', [bot], () => letGo(bot))
    },
    get holds() {
      return [...holds]
    },
    release(id, body) {
      const delivery = find(id)
      const { outcome } = delivery
      if (outcome !== 'held') throw new RangeError(`Delivery ${id} is not held: it is "${outcome}".`)
      perform('release delivery', [id, body ?? null], () => {
        if (body !== undefined) edit(delivery, bodyIn(delivery, body))
        send(delivery)
      })
    },
    resend(id, { body, exact }) {
      const before = find(id)
      return perform('resend delivery', [id, body ?? null, exact], () => resend(before, body, exact))
    },
    snapshot: () => ({ count, kept, queue, holds, detained: detained.entries }) satisfies Memory,
    restore(snapshot) {
      callOff()
      const held = snapshot as Memory
      ;({ count, kept, queue, holds } = held)
      stop = new Stop()
      working = undefined
      detained.restore(held.detained)
      start()
    },
  }
}

interface Memory {
  count: number
  kept: Delivery[]
  queue: Delivery[]
  holds: Set<number | 'all'>
  detained: Detention[]
}
