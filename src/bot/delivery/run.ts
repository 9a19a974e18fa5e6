import type { Client } from '../../client/index.js'
import type { AskOptions } from '../conversation/askOptions.js'
import type { Leaving } from '../conversation/leaving.js'
import type { Delivery } from './delivery.js'

/** One run of a handler. Everything that it does goes through here, so that nothing is done twice that must not be. */
export interface Run {
  /** Whether the handler runs again, after a question. */
  readonly isResumed: boolean
  /** Whether it does again what an earlier run did: answers are left that were given before. */
  readonly isBehind: boolean
  readonly leaving: Leaving
  /** The delivery as the handler has it. */
  readonly delivery: Delivery
  /** Resolves when the run is stopped before its handler has ended. */
  readonly over: Promise<void>
  /** Whether the delivery may come more than once, as the same one. */
  readonly mayComeAgain: boolean
  /** A layer has returned or thrown something: what is said from now on is that. */
  beginLastWord(): void
  /** Says what the handler has ended with, where that was not said yet. */
  sayLastWord(): Promise<void>
  /** A client whose writes are done once. */
  acting(client: Client, who: 'bot' | 'owner'): Client
  /** Runs a side effect once. */
  once(name: string, work: () => unknown): Promise<unknown>
  /** Does something, unless it was done before: then it gives what came of it, or throws that. */
  do(name: DoOnce, work: () => Promise<unknown>): Promise<unknown>
  /** Asks, through `post`, and gives the answer. @throws {NoAnswer} when there is none */
  ask(question: string, options: AskOptions | undefined, post: (text: string) => Promise<void>): Promise<string>
}

/** What was done, what is asked for again, and what to call it. */
export interface DoOnce {
  readonly kind: 'call' | 'message' | 'once' | 'session'
  readonly key: string
  /** Whether doing it twice is the same as doing it once. */
  readonly isRepeatable: boolean
  /** Whether it changes nothing, and is kept only so that it gives the same again. */
  readonly isReading?: boolean
}
