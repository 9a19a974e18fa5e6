import type { DeliveryStep, LedgerLine, Outgoing } from '../bot/index.js'
import { CallError, EarshotError } from '../client/index.js'
import { contentDigest, type ReplyPlace } from './lookup.js'
import { Count } from './turns.js'

export interface DeliveryLedgerOptions {
  /** What was written down before. */
  readonly lines: readonly LedgerLine[]
  /** Writes something down. */
  readonly note: (line: LedgerLine) => Promise<void>
  /** Sends a reply; waits for `refused` before it sends to the sender what the conversation refused. */
  readonly send: (outgoing: Outgoing, refused: () => Promise<void>) => Promise<number>
  /** Looks for a reply that may have been sent. */
  readonly find: (sought: SoughtReply) => Promise<number | 'absent' | 'unknown'>
  /** Hears of each reply that is known to have been sent. It must not fail. */
  readonly onSent: (id: number) => Promise<void>
  /** Hears of the last reply that an earlier attempt has sent, since that may have died before it said so. It must not fail. */
  readonly onResumed: (id: number) => Promise<void>
  /** UNIX milliseconds. */
  readonly now: () => number
  /** Milliseconds after which a call that sends a reply is no longer under way, wherever it was cut off. */
  readonly callsEndWithin: number
}

export interface SoughtReply {
  readonly place: ReplyPlace
  /** Of its text. */
  readonly digest: string
  /** Messages that it can't be. */
  readonly known: ReadonlySet<number>
}

/**
 * The names of the replies that tell the sender how a delivery has ended, or that it failed and is tried again. They are
 * begun once, whatever becomes of them.
 */
export const apologies = { failed: 'failure', uncertain: 'uncertain', retrying: 'retrying' } as const

/** What is known of something that was begun. */
type Known =
  /** `begun`: UNIX milliseconds. */
  | { readonly kind: 'open'; readonly begun: number | undefined }
  | { readonly kind: 'not done' }
  | { readonly kind: 'done'; readonly value: unknown }

/**
 * What was done for one delivery that must not be done twice, through all its attempts. It is written down before it is
 * done, and again with what came of it.
 */
export class DeliveryLedger {
  readonly #options: DeliveryLedgerOptions
  readonly #lines: Map<string, Known>
  readonly #underWay = new Count()
  #last: Promise<unknown> | undefined
  #closed: { readonly error: unknown } | undefined
  #uncertain: string | undefined

  constructor(options: DeliveryLedgerOptions) {
    this.#options = options
    this.#lines = new Map(options.lines.map((line) => [line.key, knownOf(line)]))
  }

  /** What may have been done or not, where nobody can tell. */
  get uncertain(): string | undefined {
    return this.#uncertain
  }

  /** Whether nothing was done so far, and nothing begun. */
  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  /** Whether nothing is being done. */
  get isIdle(): boolean {
    return this.#underWay.isZero
  }

  /**
   * When to look up what became of a reply that was begun, in UNIX milliseconds: once the call that was to send it can't
   * be under way any more. Undefined where nothing is open.
   */
  get lookUpAt(): number | undefined {
    const times = this.#open().map(([, { begun = 0 }]) => begun + this.#options.callsEndWithin)
    return times.length === 0 ? undefined : Math.max(...times)
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  /** Nothing more is done: what is asked for from here on fails with this. */
  close(error: unknown): void {
    this.#closed ??= { error }
  }

  /**
   * Finds out what became of that which an earlier attempt has begun. Replies that aren't there are open for as long as
   * they may still come. What can't be found out is `uncertain` from then on. Says whether all was done.
   *
   * @throws what looking it up failed with; then nothing is known yet.
   */
  async resume(): Promise<boolean> {
    let wasAllDone = true
    const sent = this.#sentIds()
    if (sent.size > 0) await this.#options.onResumed(Math.max(...sent))
    for (const [key, { begun }] of this.#open()) {
      const isOver = begun === undefined || this.#options.now() >= begun + this.#options.callsEndWithin
      const found = await this.#find(key)
      if (typeof found === 'number') {
        await this.#noteSent(key, found)
        continue
      }
      wasAllDone = false
      const canBeFound = replyKey.test(key)
      if (canBeFound && !isOver) continue
      if (found === 'absent' && begun !== undefined) await this.#note(key, { kind: 'not done' })
      else this.#giveUp(key, new Error('It was begun, and may be done.'))
    }
    return wasAllDone
  }

  /** Whether a reply was begun that may have been sent. */
  hasBegun(name: string): boolean {
    return [...this.#lines].some(([key, { kind }]) => kind !== 'not done' && nameIn(key) === name)
  }

  /** Lets the sender be told anew. */
  async forgetApologies(): Promise<void> {
    for (const [key, { kind }] of this.#lines) {
      if (kind !== 'not done' && apologyKey.test(key)) await this.#note(key, { kind: 'not done' })
    }
  }

  /** Sends a reply, unless the one of that name was sent before, and gives its ID. Replies go one after the other. */
  reply(name: string, outgoing: Outgoing): Promise<number> {
    const last = this.#last ?? Promise.resolve()
    const turn = this.#during(() => last.then(() => this.#reply(name, outgoing)))
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Does something, unless it was done before; gives what came of it. */
  once({ kind, key: name }: DeliveryStep, work: () => Promise<unknown>): Promise<unknown> {
    return this.#during(async () => {
      const key = `${kind} ${name}`
      const known = this.#lines.get(key)
      if (known?.kind === 'done') return known.value
      await this.#begin(key)
      let value: unknown
      try {
        value = await work()
      } catch (error) {
        const isOpen = kind === 'once' ? mayBeDone(error) : !certainlyNotDone(error)
        if (isOpen) this.#giveUp(key, error)
        else await this.#note(key, { kind: 'not done' })
        throw error
      }
      await this.#note(key, { kind: 'done', value })
      return value
    })
  }

  /** Resolves when nothing is being done. */
  settled(): Promise<void> {
    return this.#underWay.zero()
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay.up()
    try {
      return await work()
    } finally {
      this.#underWay.down()
    }
  }

  async #reply(name: string, outgoing: Outgoing): Promise<number> {
    const before = this.#sent(name)
    if (before !== undefined) return before
    const rest = `${encodeURIComponent(name)} ${contentDigest(outgoing.content)}`
    let key = `reply ${rest}`
    // These two are sent although nothing else is done any more.
    const isLate = name === apologies.uncertain || name === apologies.retrying
    const begin = () => (isLate ? this.#noteBegun(key) : this.#begin(key))
    await begin()
    let id: number | 'absent' | 'unknown'
    try {
      id = await this.#options.send(outgoing, async () => {
        await this.#note(key, { kind: 'not done' })
        key = `direct ${rest}`
        await begin()
      })
    } catch (error) {
      if (this.#lines.get(key)?.kind !== 'open' || apologyKey.test(key)) throw error
      if (certainlyNotDone(error)) {
        await this.#note(key, { kind: 'not done' })
        throw error
      }
      // Where it isn't there, or the server can't be asked now, the next attempt finds out.
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
    if (digest === undefined) return 'unknown'
    return this.#options.find({
      place: how === 'direct' ? 'sender' : 'conversation',
      digest,
      known: this.#sentIds(),
    })
  }

  /** What was begun, and it is not known yet what became of it, but for apologies. */
  #open(): [key: string, { readonly begun: number | undefined }][] {
    const open: [string, { readonly begun: number | undefined }][] = []
    for (const [key, known] of this.#lines) if (known.kind === 'open' && !apologyKey.test(key)) open.push([key, known])
    return open
  }

  /** What took long to write down, or was written before the process stood still, is written anew: the call is yet to come. */
  async #noteBegun(key: string): Promise<void> {
    const { now, callsEndWithin } = this.#options
    let begun: number
    do {
      begun = now()
      await this.#note(key, { kind: 'open', begun })
    } while (now() - begun > callsEndWithin / 10)
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
    // Not before that, or the message would be passed over if it had to be looked for; and the handler need not wait for it.
    void this.#during(() => this.#options.onSent(id))
  }

  /** What can't be written down ends the attempt: the next one has to find out. */
  async #note(key: string, known: Known): Promise<void> {
    try {
      await this.#options.note({ key, ...writtenOf(known) })
      this.#lines.set(key, known)
    } catch (error) {
      this.close(error)
      throw error
    }
  }

  #giveUp(key: string, error: unknown): void {
    this.#uncertain ??= key
    this.close(error)
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

  /** The messages that are known to have been sent, by replies and by calls. */
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

/** Where the reply goes, its name, and the digest of its text. */
const replyKey = /^(reply|direct) (\S*) ([0-9a-f]{64})$/

const sendingCall = /^call bot messages\.send /

function nameIn(key: string): string | undefined {
  const name = replyKey.exec(key)?.[2]
  return name === undefined ? undefined : decodeURIComponent(name)
}

/** One that is too long for one message goes on in others, which have numbers. */
const apologyKey = /^\w+ (failure|uncertain|retrying)(%20\d+)? /

function knownOf({ outcome, begun }: LedgerLine): Known {
  if (outcome === undefined) return { kind: 'open', begun }
  const { done, value }: { done: boolean; value?: unknown } = JSON.parse(outcome)
  return done ? { kind: 'done', value } : { kind: 'not done' }
}

function writtenOf(known: Known): Omit<LedgerLine, 'key'> {
  if (known.kind === 'open') return known.begun === undefined ? {} : { begun: known.begun }
  return { outcome: JSON.stringify(known.kind === 'done' ? { done: true, value: known.value } : { done: false }) }
}

/** Whether a call that failed so certainly changed nothing on the server. */
function certainlyNotDone(error: unknown): boolean {
  if (error instanceof CallError) return !error.mayHaveTakenEffect
  // Other errors of ours are thrown before anything is sent; any other error may come afterwards.
  return error instanceof EarshotError
}

/** Whether the server was called and may have done it. */
function mayBeDone(error: unknown): boolean {
  return error instanceof CallError && error.mayHaveTakenEffect
}
