import type { Message as ChatMessage, StateAdapter } from 'chat'
import { inTime, pause, systemClock } from '../clock.js'
import { channelOfThread } from './threadId.js'

interface OpenThread {
  /** What the Chat SDK hasn't ended. */
  readonly works: Set<Promise<unknown>>
  /** End the messages that it keeps for the handler that runs in the thread. */
  readonly kept: (() => void)[]
}

/** Messages on their way through the Chat SDK, which decides itself what becomes of several in one thread. */
export class OpenTurns {
  readonly #state: () => StateAdapter
  readonly #process: (message: ChatMessage) => Promise<void>
  readonly #threads = new Map<string, OpenThread>()
  /** Threads whose locks were looked at. */
  readonly #freed = new Map<string, Promise<boolean>>()
  #began: number | undefined
  /** By thread: a message that no handler may want, and that holds its lock for a moment. */
  readonly #passing = new Map<string, Promise<unknown>>()

  /** @param process Hands a message of the Chat SDK's queue over once more. */
  constructor(state: () => StateAdapter, process: (message: ChatMessage) => Promise<void>) {
    this.#state = state
    this.#process = process
  }

  /**
   * Hands a message of an event over, and resolves as soon as the next one may be. `ended` resolves when its handler has ended, or none will
   * run.
   * @param isAside Whether it wasn't written to the bot.
   * @param process Is told whether another process ran a handler in the thread meanwhile.
   */
  async hand(
    threadId: string,
    isAside: boolean,
    process: (wasLocked: boolean) => Promise<void>,
  ): Promise<{ readonly ended: Promise<void> }> {
    const passing = this.#passing.get(threadId)
    if (passing !== undefined) await inTime(systemClock, longestPassing, passing, () => {})
    const isPassing = isAside && !(await this.#state().isSubscribed(threadId))
    const freed = this.#free(threadId)
    const work = freed === undefined ? process(false) : freed.then(process)
    if (isPassing) {
      const pass = () => {
        if (this.#passing.get(threadId) === passed) this.#passing.delete(threadId)
      }
      const passed = work.then(pass, pass)
      this.#passing.set(threadId, passed)
    }
    return { ended: this.end(threadId, work) }
  }

  /** Resolves when the handler of a message that was handed over has ended, or none will run. @throws what the work throws */
  async end(threadId: string, work: Promise<void>): Promise<void> {
    const thread = this.#threads.get(threadId) ?? { works: new Set(), kept: [] }
    this.#threads.set(threadId, thread)
    const { works, kept } = thread
    works.add(work)
    await work.catch(() => {})
    works.delete(work)
    const isKept = await this.#findQueued(threadId).catch(() => false)
    if (works.size > 0) {
      if (!isKept) return work
      // A handler that never ends lets its lock go some time, and the Chat SDK keeps no more than a few.
      if (kept.length >= mostKept) kept.shift()?.()
      await new Promise<void>((resolve) => kept.push(resolve))
      return work
    }
    for (const end of kept.splice(0)) end()
    if (this.#threads.get(threadId) === thread) this.#threads.delete(threadId)
    return work
  }

  /**
   * Whether messages are queued for a handler that runs. Those that came when it had looked there for the last time are handed
   * over again: the Chat SDK would leave them there until the next message.
   */
  async #findQueued(threadId: string): Promise<boolean> {
    let isQueued = false
    for (const key of this.#lockKeys(threadId)) {
      while ((await this.#state().queueDepth(key)) > 0) {
        isQueued = true
        const left = await this.#empty(key)
        for (const message of left ?? []) void this.end(message.threadId, this.#process(message)).catch(() => {})
        if (left?.length !== 0) break
      }
    }
    return isQueued
  }

  /** Takes what is queued for a lock that nobody holds. */
  async #empty(key: string): Promise<ChatMessage[] | undefined> {
    const state = this.#state()
    const lock = await state.acquireLock(key, betweenLooks * 4)
    if (lock === null) return undefined
    const messages: ChatMessage[] = []
    try {
      for (let entry = await state.dequeue(key); entry !== null; entry = await state.dequeue(key)) {
        messages.push(entry.message)
      }
      return messages
    } finally {
      await state.releaseLock(lock)
    }
  }

  /** The Chat SDK's `lockScope` decides which of them it takes. */
  #lockKeys(threadId: string): Set<string> {
    return new Set([threadId, channelOfThread(threadId)])
  }

  /**
   * A process that died leaves the locks of its threads behind, for up to half a minute, and what waited for its handlers,
   * which comes again too. Whoever reads the events now waits until they are free.
   */
  #free(threadId: string): Promise<boolean> | undefined {
    const known = this.#freed.get(threadId)
    if (known !== undefined) return known
    const now = Date.now()
    this.#began ??= now
    if (now - this.#began > staleFor) return undefined
    const freed = this.#whenFree(threadId).catch(() => false)
    this.#freed.set(threadId, freed)
    return freed
  }

  async #whenFree(threadId: string): Promise<boolean> {
    const until = Date.now() + longestLock
    let wasLocked = false
    for (const key of this.#lockKeys(threadId)) {
      if (this.#isOwn(key)) continue
      while ((await this.#empty(key)) === undefined) {
        wasLocked = true
        if (Date.now() > until) break
        await pause(systemClock, betweenLooks)
      }
    }
    return wasLocked
  }

  /** Whether a handler of this process may hold a lock. */
  #isOwn(key: string): boolean {
    return [...this.#threads.keys()].some((threadId) => this.#lockKeys(threadId).has(key))
  }
}

/** Milliseconds that a message may wait for one before it that no handler may want. */
const longestPassing = 100

/** For how many milliseconds after the first message locks may be those of a process that died, and the longest of these. */
const staleFor = 60_000
const longestLock = 45_000
const betweenLooks = 250

/** Messages of a thread. */
const mostKept = 100
