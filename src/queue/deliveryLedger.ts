import type { DeliveryStep, LedgerLine, Outgoing, QueueJob } from '../bot/index.js'
import { CallError, EarshotError } from '../client/index.js'
import { age, type Clock } from '../clock.js'
import { contentDigest, type ReplyPlace } from './lookup.js'
import { Count } from './workLoop.js'

interface Messenger {
  /** Sends a reply. If the conversation refuses it, awaits `refused` and sends it to the sender. */
  send(outgoing: Outgoing, refused: () => Promise<void>): Promise<number>
  /** Looks for a reply that may have been sent. */
  find(reply: SoughtReply): Promise<number | 'absent' | 'unknown'>
  /** The ID of a message that precedes any reply sent from now on. */
  lastBefore(): Promise<number>
  onSent(id: number): Promise<unknown>
  /** Called with the last reply of earlier attempts, whose `onSent` may not have run. Must not fail. */
  onResumed(id: number): Promise<unknown>
  /** Milliseconds after which a call that sends a reply has certainly ended. */
  readonly callsEndWithin: number
}

interface SoughtReply {
  readonly place: ReplyPlace
  readonly digest: string
  /** IDs of messages that are other replies. */
  readonly known: ReadonlySet<number>
  /** The ID of an earlier message, if that was stored. */
  readonly after: number | undefined
}

/** Names of the replies that tell the sender that a delivery failed, may have failed, or is retried. Each is tried once. */
export const apologies = { failed: 'failure', uncertain: 'uncertain', retrying: 'retrying' } as const

/** The end of one of several handlers of a message; `key` is its index. */
interface HandlerStep {
  readonly kind: 'handler'
  readonly key: string
}

type Known =
  /** `begun`: UNIX milliseconds. `after`: the ID of an earlier message. */
  | { readonly kind: 'open'; readonly begun: number | undefined; readonly after?: number | undefined }
  | { readonly kind: 'not done' }
  | { readonly kind: 'done'; readonly value: unknown }

/**
 * The steps of one delivery that must not be repeated, across all its attempts. Each is stored before it begins, and again with
 * its result.
 */
export class DeliveryLedger {
  readonly #job: Pick<QueueJob, 'ledger' | 'note'>
  readonly #clock: Clock
  readonly #messenger: Messenger
  readonly #lines: Map<string, Known>
  readonly #underWay = new Count()
  #last: Promise<unknown> | undefined
  #closed: { readonly error: unknown } | undefined
  readonly #uncertain = new Set<string>()

  constructor(job: Pick<QueueJob, 'ledger' | 'note'>, clock: Clock, messenger: Messenger) {
    this.#job = job
    this.#clock = clock
    this.#messenger = messenger
    this.#lines = new Map(job.ledger.map((line) => [line.key, knownOf(line)]))
  }

  /** A step that has failed, or was interrupted, in a way that doesn't tell whether it was done. */
  get uncertain(): string | undefined {
    const [first] = this.#uncertain
    return first
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  /**
   * UNIX milliseconds when to look up the replies whose outcome is unknown: once the calls that send them have certainly ended.
   * Undefined if there are none.
   */
  get lookUpAt(): number | undefined {
    const open = this.#open().filter(({ key }) => !this.#uncertain.has(key))
    const times = open.map(({ begun = 0 }) => Math.min(begun, this.#clock.now()) + this.#messenger.callsEndWithin)
    return times.length === 0 ? undefined : Math.max(...times)
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  close(error: unknown): void {
    this.#closed ??= { error }
  }

  /**
   * Determines the outcome of the steps that an earlier attempt began. A reply that isn't found stays open while it may
   * still arrive. A step whose outcome can't be determined becomes `uncertain`. Returns whether all of them were done.
   * @throws the error of the look-up, after which nothing is known.
   */
  async resume(): Promise<boolean> {
    let wasAllDone = true
    const sent = this.#sentIds()
    if (sent.size > 0) await this.#messenger.onResumed(Math.max(...sent))
    for (const { key, begun } of this.#open()) {
      const isOver = begun === undefined || age(this.#clock, begun) >= this.#messenger.callsEndWithin
      const found = await this.#find(key)
      if (typeof found === 'number') {
        await this.#noteSent(key, found)
        continue
      }
      wasAllDone = false
      const canBeFound = replyKey.test(key)
      if (canBeFound && !isOver) continue
      if (found === 'absent' && begun !== undefined) await this.#note(key, { kind: 'not done' })
      else this.#uncertain.add(key)
    }
    return wasAllDone
  }

  hasBegun(name: string): boolean {
    return [...this.#lines].some(([key, { kind }]) => kind !== 'not done' && nameIn(key) === name)
  }

  /** As if no handler had failed: those that did are run again. */
  async forgetFailures(): Promise<void> {
    for (const [key, known] of this.#lines) {
      const isFailure = apologyKey.test(key) || problemIn(key, known) !== undefined
      if (known.kind !== 'not done' && isFailure) await this.#note(key, { kind: 'not done' })
    }
  }

  hasEnded(handler: number): boolean {
    return this.#lines.get(`handler ${handler}`)?.kind === 'done'
  }

  /** Records that one of several handlers has ended. @param problem How it failed, if it did. */
  end(handler: number, problem: string | undefined): Promise<unknown> {
    return this.once({ kind: 'handler', key: String(handler) }, async () => problem ?? true)
  }

  /** How handlers failed that have ended. */
  get problems(): string[] {
    return [...this.#lines].flatMap(([key, known]) => problemIn(key, known) ?? [])
  }

  /** Sends a reply unless one of this name was sent, and returns its ID. Replies are sent one at a time. */
  reply(name: string, outgoing: Outgoing): Promise<number> {
    return this.#inTurn(() => this.#reply(name, outgoing, (key) => this.#begin(key)))
  }

  /** As `reply`, even when the ledger is closed. */
  apologise(name: string, outgoing: Outgoing): Promise<number> {
    return this.#inTurn(() => this.#reply(name, outgoing, (key) => this.#noteBegun(key)))
  }

  /** Runs a step unless it was done before; returns its result. */
  once({ kind, key: name }: DeliveryStep | HandlerStep, work: () => Promise<unknown>): Promise<unknown> {
    return this.#during(async () => {
      const key = `${kind} ${name}`
      const known = this.#lines.get(key)
      if (known?.kind === 'done') return known.value
      await this.#begin(key)
      let value: unknown
      try {
        value = await work()
      } catch (error) {
        // The author's own steps may fail in any way before they have an effect.
        const isOpen = !certainlyNotDone(error) && (kind === 'call' || error instanceof CallError)
        if (isOpen) this.#uncertain.add(key)
        else await this.#note(key, { kind: 'not done' })
        throw error
      }
      await this.#note(key, { kind: 'done', value })
      return value
    })
  }

  settled(): Promise<void> {
    return this.#underWay.zero()
  }

  #inTurn(send: () => Promise<number>): Promise<number> {
    const last = this.#last ?? Promise.resolve()
    const turn = this.#during(() => last.then(send))
    this.#last = turn.catch(() => {})
    return turn
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay.up()
    try {
      return await work()
    } finally {
      this.#underWay.down()
    }
  }

  async #reply(name: string, outgoing: Outgoing, begin: (key: string) => Promise<void>): Promise<number> {
    const before = this.#sent(name)
    if (before !== undefined) return before
    const rest = `${encodeURIComponent(name)} ${await contentDigest(outgoing.content)}`
    let key = `reply ${rest}`
    await begin(key)
    let id: number | 'absent' | 'unknown'
    try {
      id = await this.#messenger.send(outgoing, async () => {
        await this.#note(key, { kind: 'not done' })
        key = `direct ${rest}`
        await begin(key)
      })
    } catch (error) {
      if (this.#lines.get(key)?.kind !== 'open' || apologyKey.test(key)) throw error
      if (certainlyNotDone(error)) {
        await this.#note(key, { kind: 'not done' })
        throw error
      }
      // If it isn't found now, the next attempt looks again.
      id = await this.#find(key).catch(() => 'unknown' as const)
      if (typeof id !== 'number') {
        this.close(error)
        throw error
      }
    }
    await this.#noteSent(key, id)
    return id
  }

  async #find(key: string): Promise<number | 'absent' | 'unknown'> {
    const [, how, , digest] = replyKey.exec(key) ?? []
    const known = this.#lines.get(key)
    if (digest === undefined || known?.kind !== 'open') return 'unknown'
    const place = how === 'direct' ? 'sender' : 'conversation'
    return this.#messenger.find({ place, digest, known: this.#sentIds(), after: known.after })
  }

  /** Steps with an unknown outcome, except apologies. */
  #open(): { readonly key: string; readonly begun: number | undefined }[] {
    return [...this.#lines].flatMap(([key, known]) =>
      known.kind === 'open' && !apologyKey.test(key) ? [{ key, begun: known.begun }] : [],
    )
  }

  /** Stores the start time again if storing it took long, since the call only begins now. */
  async #noteBegun(key: string): Promise<void> {
    // Read now: before it is looked up, an earlier message that arrives late may get a reply after this one.
    const after = isLookedFor(key) ? await this.#messenger.lastBefore() : undefined
    let begun: number
    do {
      begun = this.#clock.now()
      await this.#note(key, { kind: 'open', begun, after })
    } while (this.#clock.now() - begun > this.#messenger.callsEndWithin / 10)
  }

  async #begin(key: string): Promise<void> {
    this.#throwIfClosed()
    await this.#noteBegun(key)
    if (this.#closed === undefined) return
    await this.#note(key, { kind: 'not done' })
    this.#throwIfClosed()
  }

  async #noteSent(key: string, id: number): Promise<void> {
    await this.#note(key, { kind: 'done', value: id })
    // Only now, or a look-up would skip the message. The handler need not wait for it.
    void this.#during(() => this.#messenger.onSent(id))
  }

  /** If the line can't be stored, the attempt ends and the next one has to find out. */
  async #note(key: string, known: Known): Promise<void> {
    try {
      await this.#job.note({ key, ...writtenOf(known) })
      this.#lines.set(key, known)
    } catch (error) {
      this.close(error)
      throw error
    }
  }

  #throwIfClosed(): void {
    if (this.#closed) throw this.#closed.error
  }

  #sent(name: string): number | undefined {
    for (const [key, known] of this.#lines) {
      if (known.kind === 'done' && nameIn(key) === name) return Number(known.value)
    }
    return undefined
  }

  #sentIds(): ReadonlySet<number> {
    const ids = new Set<number>()
    for (const [key, known] of this.#lines) {
      if (known.kind !== 'done') continue
      const id = replyKey.test(key) ? known.value : sendingCall.test(key) ? Object(known.value).id : undefined
      if (typeof id === 'number') ids.add(id)
    }
    return ids
  }
}

/** Destination, name, and digest of the text. */
const replyKey = /^(reply|direct) (\S*) ([0-9a-f]{64})$/

const sendingCall = /^call bot messages\.send /

function nameIn(key: string): string | undefined {
  const name = replyKey.exec(key)?.[2]
  return name === undefined ? undefined : decodeURIComponent(name)
}

/** An apology may be of one of several handlers, and if it is split into several messages, its parts are numbered. */
const apologyKey = /^\w+ (failure|uncertain|retrying)(%20\S+)? /

function problemIn(key: string, known: Known): string | undefined {
  return key.startsWith('handler ') && known.kind === 'done' && typeof known.value === 'string'
    ? known.value
    : undefined
}

const isLookedFor = (key: string) => replyKey.test(key) && !apologyKey.test(key)

function knownOf({ outcome, begun, after }: LedgerLine): Known {
  if (outcome === undefined) return { kind: 'open', begun, after }
  const { done, value }: { done: boolean; value?: unknown } = JSON.parse(outcome)
  return done ? { kind: 'done', value } : { kind: 'not done' }
}

function writtenOf(known: Known): Omit<LedgerLine, 'key'> {
  if (known.kind === 'open') {
    const { begun, after } = known
    return { ...(begun !== undefined && { begun }), ...(after !== undefined && { after }) }
  }
  return { outcome: JSON.stringify(known.kind === 'done' ? { done: true, value: known.value } : { done: false }) }
}

/** Whether a call that failed with this error certainly changed nothing on the server. */
function certainlyNotDone(error: unknown): boolean {
  if (error instanceof CallError) return !error.mayHaveTakenEffect
  // Earshot's other errors are thrown before anything is sent.
  return error instanceof EarshotError
}
