import { type Dialect, dialectWordsOf, failureNotices, type Notification, versionOf } from '../../protocol/index.js'
import type { Clock } from '../base/clock.js'
import type { SimulatorLog } from '../base/log.js'
import type { FaultOutcome } from '../faults/faultOutcome.js'
import type { Waits } from '../faults/waits.js'
import { notificationFor } from '../realm/notifications/notifications.js'
import type { Realm } from '../realm/realm.js'
import type { EventOf } from '../realm/world/events.js'
import type { Account } from '../realm/world/state.js'
import { host } from '../realm/world/world.js'
import type { Activity } from '../time/activity.js'
import { type AttemptOutcome, type AttemptResult, attempt } from './attempt.js'
import { createDelayed, type DelayedDelivery } from './delayed.js'
import {
  type Attempt,
  applyFaults,
  bodyIn,
  bodyTypeOf,
  keepAttempt,
  newDelivery,
  type OutgoingDelivery,
  postedMessageId,
  requestOf,
  withMessageId,
} from './delivery.js'
import type { DeliveryLog } from './deliveryLog.js'
import { requestFor, requestWith } from './deliveryRequest.js'
import { withFaultyAnswers } from './faultyAnswer.js'
import type { BotConnection } from './network.js'
import { createOutcomes } from './outcomes.js'
import { type Probed, probe } from './probe.js'

interface DeliveryQueueOptions {
  readonly realm: Realm
  readonly dialect: Dialect
  readonly clock: Clock
  readonly activity: Activity
  readonly log: SimulatorLog
  /** How a bot is reached; undefined if it isn't connected. */
  readonly connectionOf: (botId: number) => BotConnection | undefined
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
  readonly onProgress: (stage: DeliveryStage, delivery: OutgoingDelivery) => void
}

export type DeliveryStage = 'queued' | 'attempted' | 'ended' | 'logged'

/**
 * Posts a notification for each message that triggers a bot, one at a time like the server's queue, and posts the bots'
 * replies.
 */
export class DeliveryQueue {
  readonly #options: DeliveryQueueOptions
  readonly #settle: ReturnType<typeof createOutcomes>
  readonly #delayed: ReturnType<typeof createDelayed>
  readonly #unsubscribe: () => void
  #stop = new AbortController()
  #kept: OutgoingDelivery[] = []
  /** The first of them is under way. */
  #queue: OutgoingDelivery[] = []
  #working: Promise<void> | undefined
  #count = 0
  #holds = new Set<number | 'all'>()

  constructor(options: DeliveryQueueOptions) {
    this.#options = options
    this.#settle = createOutcomes(options)
    this.#delayed = createDelayed(options.clock, (delivery) => this.#send(delivery))
    this.#unsubscribe = options.realm.onEvent((event) => {
      if (event.type !== 'outgoing webhook') return
      try {
        this.#take(event)
      } catch (error) {
        // The message itself was sent.
        const facts = { error, bot: event.bot, message: event.message }
        options.log.error(facts, 'A delivery was lost by a bug of the simulator.')
      }
    })
  }

  /** The deliveries that are kept, oldest first. */
  get deliveries(): readonly OutgoingDelivery[] {
    return this.#kept.slice(-this.#options.keep)
  }

  /** The bots whose deliveries are held; `all` for every bot. */
  get holds(): readonly (number | 'all')[] {
    return [...this.#holds]
  }

  /** @throws {RangeError} if there is none with this ID, or it is no longer kept */
  find(id: number): OutgoingDelivery {
    const delivery = this.#kept.findLast((one) => one.id === id)
    if (delivery !== undefined) return delivery
    throw new RangeError(`There is no delivery ${id}, or it is no longer kept; the newest is ${this.#count}.`)
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    for (;;) {
      const work = this.#working ?? this.#delayed.nextRelease
      if (work === undefined) return
      await work
    }
  }

  /** Cancels what is under way, and delivers nothing more. */
  async close(): Promise<void> {
    this.#unsubscribe()
    await this.#cancel()
  }

  /** Holds new deliveries to a bot, or to every bot. */
  hold(botId: number | undefined): void {
    const bot = botId ?? 'all'
    this.#options.perform('hold deliveries', [bot], () => this.#holds.add(bot))
  }

  /** Stops holding deliveries to a bot, or to any, and sends the held ones. */
  letGo(botId: number | undefined): void {
    const bot = botId ?? 'all'
    this.#options.perform('let deliveries go', [bot], () => {
      if (bot === 'all') this.#holds.clear()
      else this.#holds.delete(bot)
      const held = this.#kept.filter(({ outcome }) => outcome === 'held')
      for (const one of held) if (bot === 'all' || one.bot.id === bot) this.#send(one)
    })
  }

  /** Sends a held delivery, with another body if one is given. @throws {RangeError} if it isn't held */
  release(id: number, body?: string): void {
    const delivery = this.find(id)
    const { outcome, address, agent } = delivery
    if (outcome !== 'held') throw new RangeError(`Delivery ${id} is not held: it is "${outcome}".`)
    this.#options.perform('release delivery', [id, body ?? null], () => {
      if (body !== undefined)
        delivery.request = requestWith(address, bodyIn(delivery, body), agent, bodyTypeOf(delivery))
      delivery.isEdited ||= body !== undefined
      this.#send(delivery)
    })
  }

  /** Immediately sends the deliveries that faults delay. */
  sendDelayed(): void {
    if (this.#delayed.entries.length === 0) return
    this.#options.perform('send delayed deliveries', [], () => {
      for (const delivery of this.#delayed.clear()) this.#send(delivery)
    })
  }

  /**
   * Sends a delivery again, with another body if one is given. Unless `exact` is true, the message in it gets a new ID, so
   * that the bot doesn't take it for a duplicate. Returns the ID of the new delivery.
   */
  resend(id: number, { body, exact }: { readonly body?: string | undefined; readonly exact: boolean }): number {
    const before = this.find(id)
    const { perform } = this.#options
    return perform('resend delivery', [id, body ?? null, exact], () => this.#resend(before, body, exact))
  }

  /** Checks whether a bot answers at its address. */
  probe(botId: number): Promise<Probed> {
    const { realm, clock, connectionOf } = this.#options
    const bot = realm.account(botId)
    return probe({ bot, connection: connectionOf(botId), agent: this.#agent, now: clock.now() })
  }

  /**
   * Keeps the log that a bot's process sent about the newest delivery of a message, and returns the ID of the delivery.
   *
   * @throws {RangeError} if the message was not posted to the bot, or its delivery is no longer kept
   */
  noteLog(
    botId: number,
    messageId: number,
    log: DeliveryLog,
    lateIn: (delivery: OutgoingDelivery) => OutgoingDelivery['late'],
  ): number {
    const delivery = this.#kept.findLast((one) => one.bot.id === botId && postedMessageId(one) === messageId)
    if (delivery === undefined) throw new RangeError(`Message ${messageId} was not posted to this bot lately.`)
    delivery.log = log
    delivery.late ??= lateIn(delivery)
    this.#options.onProgress('logged', delivery)
    return delivery.id
  }

  snapshot(): Snapshot {
    const { entries: delayed } = this.#delayed
    return { count: this.#count, kept: this.#kept, queue: this.#queue, holds: this.#holds, delayed }
  }

  restore(snapshot: unknown): void {
    this.#cancel()
    const { count, kept, queue, holds, delayed } = snapshot as Snapshot
    this.#count = count
    this.#kept = kept
    this.#queue = queue
    this.#holds = holds
    this.#stop = new AbortController()
    this.#working = undefined
    this.#delayed.restore(delayed)
    this.#start()
  }

  #take(event: EventOf<'outgoing webhook'>): void {
    const { realm, faultOutcomeOf, onProgress } = this.#options
    const bot = realm.account(event.bot)
    const notification = notificationFor(realm.world, event)
    const faultOutcome = faultOutcomeOf(this.#count + 1, bot, notification)
    const delivery = this.#add(bot, notification, { faultOutcome })
    const isDropped = faultOutcome?.isDropped === true
    const isHeld = !isDropped && (this.#holds.has('all') || this.#holds.has(bot.id))
    if (isHeld) delivery.outcome = 'held'
    onProgress('queued', delivery)
    if (isHeld) return
    if (isDropped) {
      delivery.outcome = 'dropped'
      onProgress('ended', delivery)
    } else if (faultOutcome !== undefined && faultOutcome.delay + faultOutcome.overtakers > 0) {
      this.#delayed.add(delivery, faultOutcome.delay, faultOutcome.overtakers)
    } else this.#send(delivery)
  }

  #add(bot: Account, notification: Notification, facts: Partial<OutgoingDelivery>): OutgoingDelivery {
    const { clock, keep, connectionOf, realm } = this.#options
    this.#count += 1
    const agent = this.#agent
    const address = connectionOf(bot.id)?.address ?? ''
    const { world } = realm
    const slack = bot.webhook?.isSlack ? { team: world.state.realm.id, host: host(world), bot: bot.id } : undefined
    const own = { id: this.#count, notification, slack, address, agent, queuedAt: clock.now() }
    const delivery = newDelivery(bot, { ...own, ...facts })
    this.#kept.push(delivery)
    // In batches: shifting a long list for each delivery would be slow.
    if (this.#kept.length > keep * 2) this.#kept.splice(0, this.#kept.length - keep)
    return delivery
  }

  get #agent(): string {
    const { realm, dialect } = this.#options
    return `${dialectWordsOf(dialect).deliveryAgent}/${versionOf(realm.featureLevel)}`
  }

  #resend(before: OutgoingDelivery, written: string | undefined, exact: boolean): number {
    const { realm, onProgress } = this.#options
    const body = written === undefined ? (requestOf(before).body ?? '') : bodyIn(before, written)
    const renamed = exact ? undefined : withMessageId(body, () => realm.do('newMessageId'))
    const facts = { resends: before.id, isEdited: written !== undefined }
    const delivery = this.#add(realm.account(before.bot.id), before.notification, facts)
    const { address, agent } = delivery
    delivery.request =
      renamed === undefined
        ? requestWith(address, body, agent, bodyTypeOf(before))
        : requestFor(address, renamed, agent)
    onProgress('queued', delivery)
    this.#send(delivery)
    return delivery.id
  }

  #send(delivery: OutgoingDelivery): void {
    delivery.outcome = 'under way'
    this.#queue.push(delivery)
    this.#start()
  }

  #start(): void {
    if (this.#queue.length > 0) this.#working ??= this.#work(this.#stop.signal)
  }

  async #work(signal: AbortSignal): Promise<void> {
    const end = this.#options.activity.begin()
    // The message that triggered this is answered to its sender first.
    await Promise.resolve()
    for (let first = this.#queue[0]; first !== undefined && !signal.aborted; first = this.#queue[0]) {
      // While it was being saved, the organisation may have gone back to a checkpoint without this delivery.
      if (this.#options.saved !== undefined && (!(await this.#isSaved(this.#options.saved)) || signal.aborted)) break
      try {
        await this.#deliver(first, signal)
      } catch (error) {
        // Only this delivery fails; the others go on.
        if (this.#queue[0] === first) this.#queue.shift()
        this.#fail(first, error)
        this.#options.onProgress('ended', first)
      }
    }
    if (signal === this.#stop.signal) this.#working = undefined
    end()
  }

  async #isSaved(save: () => Promise<void>): Promise<boolean> {
    try {
      await save()
      return true
    } catch (error) {
      const message = 'Deliveries have stopped, since the state can no longer be written to the disk.'
      this.#options.log.error({ error }, message)
      return false
    }
  }

  async #deliver(delivery: OutgoingDelivery, signal: AbortSignal): Promise<void> {
    const { clock, connectionOf, waits, timeout, maxAnswerBytes, realm, perform } = this.#options
    const startedAt = clock.now()
    const connection = connectionOf(delivery.bot.id)
    const answerFault = delivery.faultOutcome?.answer
    const networkFor = (url: string) => {
      const network = url === '' ? undefined : connection?.networkFor(url)
      if (network === undefined || answerFault === undefined) return network
      return withFaultyAnswers(network, answerFault, waits.begin({ what: 'answer', id: delivery.id }))
    }
    const isUnsendable = delivery.slack !== undefined && delivery.notification.message.type === 'private'
    const posting = isUnsendable
      ? notSent
      : attempt(networkFor, requestOf(delivery), {
          clock,
          timeout,
          maxAnswerBytes,
          retriesCutAnswers: realm.has('cutAnswersRetried'),
          redirects: realm.assumptions.deliveryRedirects,
          cause: { what: 'deadline', id: delivery.id },
          signal,
        })
    const { exchanges, result } = await posting
    const attempted = applyFaults(delivery, { startedAt, duration: clock.now() - startedAt, exchanges, result })
    if (signal.aborted) keepAttempt(delivery, attempted)
    else perform('delivery', [delivery.id, attempted], () => this.#finishAttempt(delivery, attempted))
  }

  #finishAttempt(delivery: OutgoingDelivery, attempted: Attempt): void {
    const { realm, onProgress } = this.#options
    this.#queue.shift()
    keepAttempt(delivery, attempted)
    onProgress('attempted', delivery)
    if (delivery.attempts.length === 1) this.#delayed.attempted(delivery)
    // A retry goes to the end of the queue, without a pause.
    if (attempted.isRepeated === true || mayRetry(delivery, attempted.result, realm)) this.#queue.push(delivery)
    else {
      this.#conclude(delivery, attempted.result)
      onProgress('ended', delivery)
    }
    // Only servers that keep copies for such bots.
    if (realm.has('serviceBotCopies')) realm.do('markProcessed', delivery.bot.id, delivery.notification.message.id)
  }

  #conclude(delivery: OutgoingDelivery, result: AttemptResult): void {
    try {
      this.#settle(delivery, result)
    } catch (error) {
      this.#fail(delivery, error)
    }
  }

  #fail(delivery: OutgoingDelivery, error: unknown): void {
    delivery.outcome = 'failed'
    const facts = { error, delivery: delivery.id }
    this.#options.log.error(facts, 'The outcome of a delivery was lost by a bug of the simulator.')
  }

  #cancel(): Promise<void> | undefined {
    this.#stop.abort()
    for (const delivery of [...this.#queue, ...this.#delayed.clear()]) delivery.outcome = 'abandoned'
    return this.#working
  }
}

const notSent: AttemptOutcome = { exchanges: [], result: { kind: 'not sent', reason: failureNotices.onlyChannels } }

/** Whether a delivery whose attempt had this result is tried again. */
function mayRetry({ attempts }: OutgoingDelivery, result: AttemptResult, { assumptions }: Realm): boolean {
  const failed = attempts.filter(({ isRepeated }) => isRepeated !== true)
  if (failed.length > assumptions.deliveryRetries) return false
  if (result.kind === 'timeout' || result.kind === 'connection error') return true
  return result.kind === 'answered' && result.status >= 500 && assumptions.retriedFailures === 'no answer or 5xx'
}

interface Snapshot {
  count: number
  kept: OutgoingDelivery[]
  queue: OutgoingDelivery[]
  holds: Set<number | 'all'>
  delayed: DelayedDelivery[]
}
