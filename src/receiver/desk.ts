import type { Log, ObservedRequest } from '../bot/index.js'
import type { Bots } from './bots.js'
import { Failures } from './failures.js'
import { readReceived } from './notifications.js'
import type { ReceiverSettings } from './options.js'
import type { Receptionist, Unanswered } from './reception.js'
import { Refusal } from './refusal.js'
import { type Told, toldAnswer, toldRefusal } from './told.js'
import { watchRequest } from './watchRequest.js'

/** A request, as whatever serves the receiver knows it. */
export interface Posted extends ObservedRequest {
  /** Address of whoever sent it, for limits on failures. */
  readonly remoteAddress: string | undefined
  /** Ends the connection without an answer, where the platform can do that. */
  readonly hangUp: (() => void) | undefined
  /** Reads its body, of at most so many bytes. @throws {Refusal} */
  read(limit: number): Promise<Uint8Array>
  /** Asks for the time that a handler needs after the answer, on runtimes that would stop then. */
  keepAlive(work: Promise<void>): void
}

/** Takes what is posted to a receiver, whatever it is served by, and says what that is answered. */
export class Desk {
  readonly #settings: ReceiverSettings
  readonly #bots: Bots
  readonly #receptionist: Receptionist
  readonly #log: Log
  readonly #failures: Failures

  constructor(settings: ReceiverSettings, bots: Bots, receptionist: Receptionist, log: Log) {
    this.#settings = settings
    this.#bots = bots
    this.#receptionist = receptionist
    this.#log = log
    this.#failures = new Failures(settings.failureLimits, settings.clock, log)
  }

  /** Bytes of a body at most. */
  get maxBodyBytes(): number {
    return this.#settings.maxBodyBytes
  }

  /** Takes a request to where notifications are taken. Never rejects. */
  receive(request: Posted): Promise<Told> {
    const arrived = this.#settings.clock.now()
    return watchRequest(this.#settings, request, arrived, () => this.#receive(request, arrived))
  }

  /** Takes a request to where nothing is. Never rejects. */
  turnAway(request: Posted): Promise<Told> {
    const told = async () => this.refuse(new Refusal('NOT_FOUND'), request)
    return watchRequest(this.#settings, request, this.#settings.clock.now(), told)
  }

  /** What the sender hears of an error, whatever went wrong. */
  refuse(error: unknown, { remoteAddress }: Pick<Posted, 'remoteAddress'>): Told {
    if (error instanceof Refusal) {
      const heard = this.#failures.note(error, { address: remoteAddress, bot: error.claimedBot })
      return toldRefusal(heard, error.code)
    }
    this.#log.error({ error }, 'A request failed')
    return toldRefusal(new Refusal('INTERNAL'))
  }

  async #receive(request: Posted, arrived: number): Promise<Told> {
    try {
      const { method } = request
      if (method !== 'POST') throw new Refusal('METHOD_NOT_ALLOWED', { method, allow: 'POST' })
      if (this.#settings.signal?.aborted) throw new Refusal('SHUTTING_DOWN')
      const received = readReceived(await request.read(this.maxBodyBytes), this.#bots, this.#settings)
      const { answer, rest } = this.#receptionist.take(received, arrived)
      const settled = await answer
      if (settled === 'full' || settled === 'unavailable') return unanswered(request, settled)
      const goesOn = rest?.()
      if (goesOn !== undefined) request.keepAlive(goesOn)
      return toldAnswer(settled)
    } catch (error) {
      return this.refuse(error, request)
    }
  }
}

/** The server tries again when it gets no answer at all. Where the platform can't do that, it hears of the trouble. */
function unanswered({ hangUp }: Posted, why: Unanswered): Told {
  const refusal = new Refusal(why === 'full' ? 'QUEUE_FULL' : 'QUEUE_UNAVAILABLE')
  if (hangUp === undefined) throw refusal
  hangUp()
  return { ...toldRefusal(refusal), isHungUp: true }
}
