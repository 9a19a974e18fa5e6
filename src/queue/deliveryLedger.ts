import type { DeliveryStep, LedgerLine, Outgoing } from '../bot/index.js'
import { certainlyNotDone, mayBeDone } from './certainty.js'
import { Count } from './count.js'
import { contentDigest } from './lookup.js'

export interface DeliveryLedgerOptions {
  /** What was written down before. */
  readonly lines: readonly LedgerLine[]
  /** Writes something down. */
  readonly note: (line: LedgerLine) => Promise<void>
  readonly send: (outgoing: Outgoing) => Promise<number>
  /** Looks for a reply that may have been sent: gives its ID, or undefined where it is not to be found. */
  readonly find: (digest: string, known: ReadonlySet<number>) => Promise<number | undefined>
  /** Hears of each reply that is known to have been sent. It must not fail. */
  readonly onSent: (id: number) => Promise<void>
}

/** What is known of something that was begun. */
type Known = { readonly kind: 'open' | 'not done' } | { readonly kind: 'done'; readonly value: unknown }

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
    this.#lines = new Map(options.lines.map(({ key, outcome }) => [key, knownOf(outcome)]))
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

  /** Whether something was begun, and it is not known yet what became of it. */
  get isOpen(): boolean {
    return [...this.#lines.values()].some(({ kind }) => kind === 'open')
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  /** Nothing more is done: what is asked for from here on fails with this. */
  close(error: unknown): void {
    this.#closed ??= { error }
  }

  /**
   * Finds out what became of that which an earlier attempt has begun. What can't be found out is `uncertain` from then on.
   *
   * @throws what looking it up failed with; then nothing is known yet.
   */
  async resume(): Promise<void> {
    for (const [key, { kind }] of this.#lines) {
      if (kind !== 'open') continue
      const digest = replyKey.exec(key)?.[2]
      const id = digest === undefined ? undefined : await this.#options.find(digest, this.#sentIds())
      if (id === undefined) this.#giveUp(key, new Error('It was begun, and may be done.'))
      else await this.#noteSent(key, id)
    }
  }

  /** Whether a reply was sent. */
  has(name: string): boolean {
    return this.#sent(name) !== undefined
  }

  /** Lets a reply be sent once more. */
  async forget(name: string): Promise<void> {
    const wanted = encodeURIComponent(name)
    for (const [key, { kind }] of this.#lines) {
      if (kind === 'done' && replyKey.exec(key)?.[1] === wanted) await this.#note(key, { kind: 'not done' })
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
    const digest = contentDigest(outgoing.content)
    const key = `reply ${encodeURIComponent(name)} ${digest}`
    await this.#begin(key)
    let id: number | undefined
    try {
      id = await this.#options.send(outgoing)
    } catch (error) {
      if (certainlyNotDone(error)) {
        await this.#note(key, { kind: 'not done' })
        throw error
      }
      id = await this.#lookUp(digest, error)
      if (id === undefined) {
        this.#giveUp(key, error)
        throw error
      }
    }
    await this.#noteSent(key, id)
    return id
  }

  /** Where the server can't be asked now, the next attempt asks it. */
  async #lookUp(digest: string, cause: unknown): Promise<number | undefined> {
    try {
      return await this.#options.find(digest, this.#sentIds())
    } catch {
      this.close(cause)
      throw cause
    }
  }

  async #begin(key: string): Promise<void> {
    this.#throwIfClosed()
    await this.#note(key, { kind: 'open' })
    if (this.#closed === undefined) return
    await this.#note(key, { kind: 'not done' })
    this.#throwIfClosed()
  }

  async #noteSent(key: string, id: number): Promise<void> {
    await Promise.all([this.#note(key, { kind: 'done', value: id }), this.#options.onSent(id)])
  }

  /** What can't be written down ends the attempt: the next one has to find out. */
  async #note(key: string, known: Known): Promise<void> {
    try {
      await this.#options.note({ key, ...outcomeOf(known) })
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
    const wanted = encodeURIComponent(name)
    for (const [key, known] of this.#lines) {
      if (known.kind === 'done' && replyKey.exec(key)?.[1] === wanted) return Number(known.value)
    }
    return undefined
  }

  #sentIds(): ReadonlySet<number> {
    const done = [...this.#lines].filter(([key, { kind }]) => kind === 'done' && replyKey.test(key))
    return new Set(done.map(([, known]) => (known.kind === 'done' ? Number(known.value) : 0)))
  }
}

/** The reply's name, and the digest of its text. */
const replyKey = /^reply (\S*) ([0-9a-f]{64})$/

function knownOf(outcome: string | undefined): Known {
  if (outcome === undefined) return { kind: 'open' }
  const { done, value }: { done: boolean; value?: unknown } = JSON.parse(outcome)
  return done ? { kind: 'done', value } : { kind: 'not done' }
}

function outcomeOf(known: Known): { readonly outcome?: string } {
  if (known.kind === 'open') return {}
  return { outcome: JSON.stringify(known.kind === 'done' ? { done: true, value: known.value } : { done: false }) }
}
