import { type Dialect, type Notification, versionOf } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { FaultOutcome } from '../faults/faultOutcome.js'
import type { Waits } from '../faults/waits.js'
import type { SimulatorLog } from '../log.js'
import type { EventOf } from '../realm/events.js'
import type { Realm } from '../realm/realm.js'
import type { Account } from '../realm/state.js'
import type { Activity } from '../time/activity.js'
import { type AttemptResult, attempt } from './attempt.js'
import { createDelayed, type DelayedDelivery } from './delayed.js'
import {
  type Attempt,
  applyFaults,
  bodyIn,
  type Delivery,
  keepAttempt,
  newDelivery,
  postedMessageId,
  requestOf,
  withMessageId,
} from './delivery.js'
import type { DeliveryLog } from './deliveryLog.js'
import { requestFor, requestWith } from './deliveryRequest.js'
import { withFaultyAnswers } from './faultyAnswer.js'
import type { Connection } from './network.js'
import { createOutcomes } from './outcomes.js'
import { type Probed, probe } from './probe.js'

interface DeliveryQueueOptions {
  readonly realm: Realm
  readonly dialect: Dialect
  readonly clock: Clock
  readonly activity: Activity
  readonly log: SimulatorLog
  /** How a bot is reached; undefined if it isn't connected. */
  readonly connectionOf: (botId: number) => Connection | undefined
  /** Milliseconds that a bot may be silent. */
  readonly timeout: number
  readonly maxAnswerBytes: number
  /** How many deliveries are kept; the oldest go first. */
  readonly keep: number
  /** Makes a change to the organisation or to the queue, by name. */
  readonly perform: <Result>(name: string, args: readonly unknown[], change: () => Result) => Result
  /** Resolves when what led to a delivery is on disk. */
  readonly saved: (() => Promise<void>) | undefined
  /** What faults do to a delivery; undefined for nothing. */
  readonly faultOutcomeOf: (delivery: number, bot: Account, notification: Notification) => FaultOutcome | undefined
  /** The delays of bots' answers that faults cause. */
  readonly waits: Waits
  /** Called when a delivery is queued, after each attempt, at its end, and when the bot's process sends its log. */
  readonly onProgress: (stage: DeliveryStage, delivery: Delivery) => void
}

export type DeliveryStage = 'queued' | 'attempted' | 'ended' | 'logged'

/**
 * Posts a notification for each message that triggers a bot, one at a time like the server's queue, and posts the bots'
 * replies.
 */
export function createDeliveryQueue(options: DeliveryQueueOptions) {
  const { realm, dialect, clock, log, keep, perform, onProgress, saved } = options
  const settle = createOutcomes(options)
  let stop = new AbortController()
  let kept: Delivery[] = []
  /** The first of them is under way. */
  let queue: Delivery[] = []
  let working: Promise<void> | undefined
  let count = 0
  let holds = new Set<number | 'all'>()
  const delayed = createDelayed(clock, send)

  const unsubscribe = realm.onEvent((event) => {
    if (event.type !== 'outgoing webhook') return
    try {
      take(event)
    } catch (error) {
      // The message itself was sent.
      log.error({ error, bot: event.bot, message: event.message }, 'A delivery was lost by a bug of the simulator.')
    }
  })

  function take(event: EventOf<'outgoing webhook'>): void {
    const bot = realm.account(event.bot)
    const notification = realm.notificationFor(event)
    const faultOutcome = options.faultOutcomeOf(count + 1, bot, notification)
    const delivery = add(bot, notification, { faultOutcome })
    const isDropped = faultOutcome?.isDropped === true
    const isHeld = !isDropped && (holds.has('all') || holds.has(bot.id))
    if (isHeld) delivery.outcome = 'held'
    onProgress('queued', delivery)
    if (isHeld) return
    if (isDropped) {
      delivery.outcome = 'dropped'
      onProgress('ended', delivery)
    } else if (faultOutcome !== undefined && faultOutcome.delay + faultOutcome.overtakers > 0) {
      delayed.add(delivery, faultOutcome.delay, faultOutcome.overtakers)
    } else send(delivery)
  }

  function add(bot: Account, notification: Notification, facts: Partial<Delivery>): Delivery {
    count += 1
    const agent = `${dialect.words.deliveryAgent}/${versionOf(realm.featureLevel)}`
    const address = options.connectionOf(bot.id)?.address ?? ''
    const delivery = newDelivery(bot, { id: count, notification, address, agent, queuedAt: clock.now(), ...facts })
    kept.push(delivery)
    // In batches: shifting a long list for each delivery would be slow.
    if (kept.length > keep * 2) kept.splice(0, kept.length - keep)
    return delivery
  }

  /** @throws {RangeError} if there is none with this ID, or it is no longer kept */
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
    const facts = { resends: before.id, isEdited: written !== undefined }
    const delivery = add(realm.account(before.bot.id), before.notification, facts)
    const { address, agent } = delivery
    delivery.request = renamed === undefined ? requestWith(address, body, agent) : requestFor(address, renamed, agent)
    onProgress('queued', delivery)
    send(delivery)
    return delivery.id
  }

  function send(delivery: Delivery): void {
    delivery.outcome = 'under way'
    queue.push(delivery)
    start()
  }

  function start(): void {
    if (queue.length > 0) working ??= work(stop.signal)
  }

  async function work(signal: AbortSignal): Promise<void> {
    const end = options.activity.begin()
    // The message that triggered this is answered to its sender first.
    await Promise.resolve()
    for (let first = queue[0]; first !== undefined && !signal.aborted; first = queue[0]) {
      // While it was being saved, the organisation may have gone back to a checkpoint without this delivery.
      if (saved !== undefined && (!(await isSaved(saved)) || signal.aborted)) break
      try {
        await deliver(first, signal)
      } catch (error) {
        // Only this delivery fails; the others go on.
        if (queue[0] === first) queue.shift()
        fail(first, error)
        onProgress('ended', first)
      }
    }
    if (signal === stop.signal) working = undefined
    end()
  }

  async function isSaved(save: () => Promise<void>): Promise<boolean> {
    try {
      await save()
      return true
    } catch (error) {
      log.error({ error }, 'Deliveries have stopped, since the state can no longer be written to the disk.')
      return false
    }
  }

  async function deliver(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const startedAt = clock.now()
    const connection = options.connectionOf(delivery.bot.id)
    const answerFault = delivery.faultOutcome?.answer
    const networkFor = (url: string) => {
      const network = url === '' ? undefined : connection?.networkFor(url)
      if (network === undefined || answerFault === undefined) return network
      return withFaultyAnswers(network, answerFault, options.waits.begin({ what: 'answer', id: delivery.id }))
    }
    const { exchanges, result } = await attempt(networkFor, requestOf(delivery), {
      clock,
      timeout: options.timeout,
      maxAnswerBytes: options.maxAnswerBytes,
      redirects: realm.assumptions.deliveryRedirects,
      cause: { what: 'deadline', id: delivery.id },
      signal,
    })
    const attempted = applyFaults(delivery, { startedAt, duration: clock.now() - startedAt, exchanges, result })
    if (signal.aborted) keepAttempt(delivery, attempted)
    else perform('delivery', [delivery.id, attempted], () => finishAttempt(delivery, attempted))
  }

  function finishAttempt(delivery: Delivery, attempted: Attempt): void {
    queue.shift()
    keepAttempt(delivery, attempted)
    onProgress('attempted', delivery)
    if (delivery.attempts.length === 1) delayed.attempted(delivery)
    // A retry goes to the end of the queue, without a pause.
    if (attempted.isRepeated === true || (mayRetry(attempted.result) && hasRetriesLeft(delivery))) queue.push(delivery)
    else {
      conclude(delivery, attempted.result)
      onProgress('ended', delivery)
    }
    realm.markProcessed({ bot: delivery.bot.id, message: delivery.notification.message.id })
  }

  function hasRetriesLeft({ attempts }: Delivery): boolean {
    const failed = attempts.filter(({ isRepeated }) => isRepeated !== true)
    return failed.length <= realm.assumptions.deliveryRetries
  }

  function mayRetry(result: AttemptResult): boolean {
    if (result.kind === 'timeout' || result.kind === 'connection error') return true
    return (
      result.kind === 'answered' && result.status >= 500 && realm.assumptions.retriedFailures === 'no answer or 5xx'
    )
  }

  function conclude(delivery: Delivery, result: AttemptResult): void {
    try {
      settle(delivery, result)
    } catch (error) {
      fail(delivery, error)
    }
  }

  function fail(delivery: Delivery, error: unknown): void {
    delivery.outcome = 'failed'
    log.error({ error, delivery: delivery.id }, 'The outcome of a delivery was lost by a bug of the simulator.')
  }

  function cancel(): Promise<void> | undefined {
    stop.abort()
    for (const delivery of [...queue, ...delayed.clear()]) delivery.outcome = 'abandoned'
    return working
  }

  return {
    /** The deliveries that are kept, oldest first. */
    get deliveries(): readonly Delivery[] {
      return kept.slice(-keep)
    },
    /** Resolves when nothing is under way. */
    async idle(): Promise<void> {
      for (;;) {
        const work = working ?? delayed.nextRelease
        if (work === undefined) return
        await work
      }
    },
    /** Cancels what is under way, and delivers nothing more. */
    async close(): Promise<void> {
      unsubscribe()
      await cancel()
    },
    find,
    /** Holds new deliveries to a bot, or to every bot. */
    hold(botId: number | undefined): void {
      const bot = botId ?? 'all'
      perform('hold deliveries', [bot], () => holds.add(bot))
    },
    /** Stops holding deliveries to a bot, or to any, and sends the held ones. */
    letGo(botId: number | undefined): void {
      const bot = botId ?? 'all'
      perform('let deliveries go', [bot], () => letGo(bot))
    },
    /** The bots whose deliveries are held; `all` for every bot. */
    get holds(): readonly (number | 'all')[] {
      return [...holds]
    },
    /** Immediately sends the deliveries that faults delay. */
    sendDelayed(): void {
      if (delayed.entries.length === 0) return
      perform('send delayed deliveries', [], () => {
        for (const delivery of delayed.clear()) send(delivery)
      })
    },
    /** Sends a held delivery, with another body if one is given. @throws {RangeError} if it isn't held */
    release(id: number, body?: string): void {
      const delivery = find(id)
      const { outcome, address, agent } = delivery
      if (outcome !== 'held') throw new RangeError(`Delivery ${id} is not held: it is "${outcome}".`)
      perform('release delivery', [id, body ?? null], () => {
        if (body !== undefined) delivery.request = requestWith(address, bodyIn(delivery, body), agent)
        delivery.isEdited ||= body !== undefined
        send(delivery)
      })
    },
    /**
     * Sends a delivery again, with another body if one is given. Unless `exact` is true, the message in it gets a new ID, so
     * that the bot doesn't take it for a duplicate. Returns the ID of the new delivery.
     */
    resend(id: number, { body, exact }: { readonly body?: string | undefined; readonly exact: boolean }): number {
      const before = find(id)
      return perform('resend delivery', [id, body ?? null, exact], () => resend(before, body, exact))
    },
    /** Checks whether a bot answers at its address. */
    probe: (botId: number): Promise<Probed> => probe(options.connectionOf(botId)),
    /**
     * Keeps the log that a bot's process sent about the newest delivery of a message, and returns the ID of the delivery.
     *
     * @throws {RangeError} if the message was not posted to the bot, or its delivery is no longer kept
     */
    noteLog(botId: number, messageId: number, log: DeliveryLog): number {
      const delivery = kept.findLast((one) => one.bot.id === botId && postedMessageId(one) === messageId)
      if (delivery === undefined) throw new RangeError(`Message ${messageId} was not posted to this bot lately.`)
      delivery.log = log
      onProgress('logged', delivery)
      return delivery.id
    },
    snapshot: () => ({ count, kept, queue, holds, delayed: delayed.entries }) satisfies Snapshot,
    restore(snapshot: unknown): void {
      cancel()
      const saved = snapshot as Snapshot
      ;({ count, kept, queue, holds } = saved)
      stop = new AbortController()
      working = undefined
      delayed.restore(saved.delayed)
      start()
    },
  }
}

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>

interface Snapshot {
  count: number
  kept: Delivery[]
  queue: Delivery[]
  holds: Set<number | 'all'>
  delayed: DelayedDelivery[]
}
