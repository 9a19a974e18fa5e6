import type { Log, ObservedRequest } from '../bot/index.js'
import type { Answer } from './attempt.js'
import type { Bots } from './bots.js'
import { Failures } from './failures.js'
import { readReceived } from './notifications.js'
import type { ReceiverSettings } from './options.js'
import type { Reception, Receptionist, Unanswered } from './reception.js'
import { Refusal } from './refusal.js'
import { type Told, toldAnswer, toldRefusal } from './told.js'
import { Watched } from './watchedRequest.js'

/** A request, as whatever serves the receiver knows it. */
export interface Posted extends ObservedRequest {
  /** Address of whoever sent it, for limits on failures. */
  readonly remoteAddress: string | undefined
  /** Ends the connection without an answer, where the platform can do that. */
  readonly hangUp: (() => void) | undefined
  /** Asks for the time that a handler needs after the answer, on runtimes that would stop then. */
  keepAlive(work: Promise<void>): void
}

/** A request whose body is to be read. */
export interface Readable extends Posted {
  /** Reads its body, of at most so many bytes. @throws {Refusal} */
  read(limit: number): Promise<Uint8Array>
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

  /** Notes a request whose body is to come. */
  open<Request extends Posted>(request: Request): Watched<Request> {
    return new Watched(this.#settings, request)
  }

  /** Takes a request to where notifications are taken, and reads its body. Never fails. */
  receive(request: Readable): Told | Promise<Told> {
    const watched = this.open(request)
    return watched.answer(async () => {
      try {
        this.#checkOpen(request)
        return await this.#take(await request.read(this.maxBodyBytes), watched)
      } catch (error) {
        return this.refuse(error, request)
      }
    })
  }

  /**
   * Takes a request whose body has come, or why it has not. What a handler answers without waiting for anything is told at
   * once. Never fails.
   */
  hear(watched: Watched<Posted>, body: Uint8Array | Refusal): Told | Promise<Told> {
    const { request } = watched
    const refused = (error: unknown) => this.refuse(error, request)
    return watched.answer(() => {
      try {
        this.#checkOpen(request)
        if (body instanceof Refusal) throw body
        const told = this.#take(body, watched)
        return told instanceof Promise ? told.catch(refused) : told
      } catch (error) {
        return refused(error)
      }
    })
  }

  /** Takes a request to where nothing is. Never fails. */
  turnAway(request: Posted): Told | Promise<Told> {
    return this.open(request).answer(() => this.refuse(new Refusal('NOT_FOUND'), request))
  }

  /** What the sender hears of an error, whatever went wrong. */
  refuse(error: unknown, { remoteAddress }: Pick<Posted, 'remoteAddress'>): Told {
    if (error instanceof Refusal) {
      const heard = this.#failures.note(error, { address: remoteAddress, bot: error.claim?.bot })
      return toldRefusal(heard, error.code)
    }
    this.#log.error({ error }, 'A request failed')
    return toldRefusal(new Refusal('INTERNAL'))
  }

  #checkOpen({ method }: Posted): void {
    if (method !== 'POST') throw new Refusal('METHOD_NOT_ALLOWED', { method, allow: 'POST' })
    if (this.#settings.signal?.aborted) throw new Refusal('SHUTTING_DOWN')
  }

  #take(body: Uint8Array, { request, arrived }: Watched<Posted>): Told | Promise<Told> {
    const received = readReceived(body, this.#bots, this.#settings)
    const reception = this.#receptionist.take(received, arrived)
    const { answer } = reception
    return answer instanceof Promise
      ? answer.then((settled) => toldOf(settled, reception, request))
      : toldOf(answer, reception, request)
  }
}

function toldOf(answer: Answer | Unanswered, { rest }: Reception, request: Posted): Told {
  if (answer === 'full' || answer === 'unavailable') return unanswered(request, answer)
  const goesOn = rest?.()
  if (goesOn !== undefined) request.keepAlive(goesOn)
  return toldAnswer(answer)
}

/** The server tries again when it gets no answer at all. Where the platform can't do that, it hears of the trouble. */
function unanswered({ hangUp }: Posted, why: Unanswered): Told {
  const refusal = new Refusal(why === 'full' ? 'QUEUE_FULL' : 'QUEUE_UNAVAILABLE')
  if (hangUp === undefined) throw refusal
  hangUp()
  return { ...toldRefusal(refusal), isHungUp: true }
}
