import { type Log, type ObservedRequest, runWithin } from '../../bot/index.js'
import type { Bots } from '../bots.js'
import type { Dispatcher, Unanswered } from '../delivery/dispatcher.js'
import type { Answer } from '../delivery/timedRun.js'
import { readReceived } from '../notifications.js'
import type { ReceiverSettings } from '../options.js'
import { Failures } from './failures.js'
import { Refusal, type RefusalCode } from './refusal.js'

/** A request, as the platform that took it describes it. */
export interface IncomingRequest extends ObservedRequest {
  /** Address of the sender, for limits on failures. */
  readonly remoteAddress: string | undefined
  /** Ends the connection without a response, where the platform can do that. */
  readonly hangUp: (() => void) | undefined
  /** Reads the body, of at most so many bytes. @throws {Refusal} */
  read(limit: number): Promise<Uint8Array>
  /** Keeps the platform from stopping before the work that goes on after the response is done. */
  waitUntil(work: Promise<void>): void
}

/** The response to a request. */
export interface ReceiverResponse {
  readonly status: Refusal['status'] | 200
  readonly headers: Readonly<Record<string, string>>
  /** JSON; null where the connection was ended, so that nobody gets it. */
  readonly body: string | null
  /** Why the request was refused, if it was, whatever its sender is told. */
  readonly refusedFor?: RefusalCode
}

/** Takes what is posted to a receiver, and makes the response. */
export class RequestHandler {
  readonly #settings: ReceiverSettings
  readonly #bots: Bots
  readonly #dispatcher: Dispatcher
  readonly #log: Log
  readonly #failures: Failures

  constructor(settings: ReceiverSettings, bots: Bots, dispatcher: Dispatcher, log: Log) {
    this.#settings = settings
    this.#bots = bots
    this.#dispatcher = dispatcher
    this.#log = log
    this.#failures = new Failures(settings.failureLimits, settings.clock, log)
  }

  /** Handles a request to where notifications are taken. Never rejects. */
  handle(request: IncomingRequest): Promise<ReceiverResponse> {
    return this.#observe(request, (arrived) => this.#take(request, arrived))
  }

  /** Handles a request to a path at which there is nothing. Never rejects. */
  notFound(request: IncomingRequest): Promise<ReceiverResponse> {
    return this.#observe(request, async () => {
      throw new Refusal('NOT_FOUND')
    })
  }

  /** The response to a request that failed, whatever went wrong. */
  refuse(error: unknown, { remoteAddress }: Pick<IncomingRequest, 'remoteAddress'>): ReceiverResponse {
    if (!(error instanceof Refusal)) {
      this.#log.error({ error }, 'A request failed')
      return refusalResponse(new Refusal('INTERNAL'))
    }
    const said = this.#failures.note(error, {
      ...(remoteAddress !== undefined && { address: remoteAddress }),
      ...(error.claim && { bot: error.claim.bot }),
    })
    return refusalResponse(said, error.code)
  }

  /** Tells the observer of the request and of its end. */
  async #observe(
    request: IncomingRequest,
    work: (arrived: number) => Promise<ReceiverResponse>,
  ): Promise<ReceiverResponse> {
    const { clock, observer } = this.#settings
    const arrived = clock.now()
    const watch = observer?.request?.(request)
    const response = await runWithin(watch, () => work(arrived)).catch((error) => this.refuse(error, request))
    const { status, body, refusedFor } = response
    watch?.ended?.({
      status: body === null ? undefined : status,
      ...(refusedFor && { code: refusedFor }),
      duration: clock.now() - arrived,
    })
    return response
  }

  async #take(request: IncomingRequest, arrived: number): Promise<ReceiverResponse> {
    const { method } = request
    if (method !== 'POST') throw new Refusal('METHOD_NOT_ALLOWED', { method, allow: 'POST' })
    if (this.#settings.signal?.aborted) throw new Refusal('SHUTTING_DOWN')
    const body = await request.read(this.#settings.maxBodyBytes)
    const received = readReceived(body, this.#bots, this.#settings)
    const { answer, rest } = this.#dispatcher.take(received, arrived)
    const settled = await answer
    if (settled === 'full' || settled === 'unavailable') return withoutAnswer(request, settled)
    const goesOn = rest?.()
    if (goesOn !== undefined) request.waitUntil(goesOn)
    return answerResponse(settled)
  }
}

/** The server tries again when it gets no response at all. Where the platform can't do that, it gets a 503. */
function withoutAnswer({ hangUp }: IncomingRequest, why: Unanswered): ReceiverResponse {
  const refusal = new Refusal(why === 'full' ? 'QUEUE_FULL' : 'QUEUE_UNAVAILABLE')
  if (hangUp === undefined) throw refusal
  hangUp()
  return { ...refusalResponse(refusal), headers: {}, body: null }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function answerResponse(answer: Answer): ReceiverResponse {
  if (answer === 'failed') return refusalResponse(new Refusal('FAILED'))
  return { status: 200, headers: json, body: JSON.stringify(answer) }
}

/** @param refusedFor The reason, where the sender is told another. */
function refusalResponse({ status, body, facts, code }: Refusal, refusedFor: RefusalCode = code): ReceiverResponse {
  const { allow, retryAfter } = facts
  const headers = {
    ...json,
    ...(allow !== undefined && { allow }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  }
  return { status, headers, body: JSON.stringify(body), refusedFor }
}
