import type { EndpointName, Has } from '../protocol/index.js'
import { type Call, type Feature, hasFeature, newestFeatureLevel, toWirePath } from '../protocol/lean.js'
import {
  type Drift,
  done,
  inOurWords,
  type Json,
  malformedAnswer,
  objectOf,
  readAnswer,
  tellIgnored,
} from './answers.js'
import { checkParameters } from './checking.js'
import { ApiError } from './errors/apiError.js'
import { MalformedAnswerError, TimeoutError } from './errors/exchangeErrors.js'
import { UnsupportedByServerError } from './errors/localErrors.js'
import { type Delivered, exchange } from './exchange.js'
import { unmet } from './needs.js'
import type { ObserveCall } from './observing.js'
import { dependsOnWords, detourFor, inWordsOf, isAlreadySo } from './olderWays.js'
import { atLeast, type CallOptions, type Settings } from './options.js'
import { encodeCall, outgoing } from './outgoing.js'
import { type Prepared, preparedFor } from './prepared.js'
import { ServerLevel } from './serverLevel.js'
import type { WireRequest } from './transport.js'
import { watched } from './watched.js'
import { heeding, TimeIsUp, within } from './within.js'

/** Makes calls to declared endpoints: checks, asks for the level where it matters, sends, reads the answer. */
export class Caller {
  readonly level: ServerLevel
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
    this.level = new ServerLevel({
      clock: settings.clock,
      pinned: settings.featureLevel,
      read: async () => levelIn(await this.call('server.settings', {}, {})),
    })
  }

  /** Calls an endpoint by its name. */
  async call(name: EndpointName, params: unknown, options: CallOptions | undefined): Promise<Json> {
    const prepared = preparedFor(name)
    checkParameters(prepared.endpoint, params)
    const limit = this.#limitOf(prepared, options)
    const needsLevel =
      prepared.dependsOnLevel ||
      prepared.needs.some(({ when }) => when(params)) ||
      dependsOnWords(prepared.endpoint.name, params)
    const level = needsLevel ? await this.#levelWithin(prepared, limit) : newestFeatureLevel
    const has: Has = (feature) => hasFeature(level, feature)

    const lacking = unmet(prepared.needs, params, has)
    const [lacked] = lacking
    if (lacked === undefined) {
      return this.#send(prepared, inWordsOf(has, prepared.endpoint.name, params), limit, level)
    }
    return this.#goAround(prepared, params, options, lacking, new UnsupportedByServerError(name, lacked, level))
  }

  async #goAround(
    { endpoint }: Prepared,
    params: Json,
    options: CallOptions | undefined,
    lacking: readonly Feature[],
    unsupported: UnsupportedByServerError,
  ): Promise<Json> {
    const detour = detourFor(
      endpoint.name,
      lacking.map(({ id }) => id),
      params,
    )
    if (detour === undefined) throw unsupported
    try {
      return await this.call(detour.endpoint, detour.params, options)
    } catch (error) {
      if (error instanceof ApiError && isAlreadySo(error, detour)) return { result: 'success', msg: '' }
      throw error
    }
  }

  async #send(prepared: Prepared, params: Json, limit: Limit, level: number): Promise<Json> {
    const { endpoint } = prepared
    const settings = this.#settings
    const { method } = endpoint
    const encoded = encodeCall(endpoint, params, settings.dialect)
    const made = outgoing(settings, method, encoded, !endpoint.isPublic)
    const request = made instanceof Promise ? await made : made
    const observed = () => ({
      endpoint: endpoint.name,
      method,
      origin: request.origin,
      template: this.#template(endpoint),
    })
    return watched(limit.observe, observed, settings.clock, async ({ watch, answered }) => {
      const delivered = await exchange(settings, {
        endpoint: endpoint.name,
        request,
        repeatable: isRepeatable(endpoint, level),
        watch,
        until: limit.until,
        timeout: limit.timeout,
        attemptTimeout: limit.attemptTimeout,
        signal: limit.signal,
      })
      answered?.(delivered.answer.status)
      return this.#readOrLookAgain(prepared, params, { request, delivered, level, limit })
    })
  }

  #template({ path }: Call): string {
    const { site, dialect } = this.#settings
    return `${site.prefix}/api/v1${toWirePath(dialect, path)}`
  }

  async #readOrLookAgain(
    prepared: Prepared,
    params: Json,
    { request, delivered, level, limit }: Exchanged,
  ): Promise<Json> {
    const { endpoint } = prepared
    try {
      const read = this.#read(prepared, objectOf(delivered, request, this.#settings), delivered, level, limit)
      return read instanceof Promise ? await read : read
    } catch (error) {
      if (!(error instanceof MalformedAnswerError) || error.status !== 404) throw error
      // An unknown path can mean that the server is older than it was.
      const newly = await this.#levelAgain(limit)
      const [lacked] = newly === undefined ? [] : unmet(prepared.needs, params, (id) => hasFeature(newly, id))
      throw lacked === undefined || newly === undefined
        ? error
        : new UnsupportedByServerError(endpoint.name, lacked, newly)
    }
  }

  /** @throws {MalformedAnswerError} */
  #read({ endpoint }: Prepared, wire: Json, delivered: Delivered, level: number, limit: Limit): Json | Promise<Json> {
    const settings = this.#settings
    const json = inOurWords(wire, settings)
    const { status } = delivered.answer
    const malformed = (drift: Drift) =>
      malformedAnswer(done(delivered.facts, endpoint.method), { status, ...drift }, settings)
    if (json === undefined) throw malformed({ path: '', problem: 'is nested too deeply' })

    const readAt = (levelThen: number) => readAnswer(endpoint, json, (feature) => hasFeature(levelThen, feature))
    const read = readAt(endpoint.name === 'server.settings' ? levelIn(json) : level)
    if ('drift' in read) return readAgain(read, () => this.#levelAgain(limit))
    tellIgnored(settings, endpoint.name, read.value)
    return read.value

    /** An unexpected shape can mean that the server is of another level than it was. */
    async function readAgain({ drift }: { readonly drift: Drift }, levelAgain: () => Promise<number | undefined>) {
      const newly = endpoint.name === 'server.settings' ? undefined : await levelAgain()
      const again = newly === undefined || newly === level ? { drift } : readAt(newly)
      if ('drift' in again) throw malformed(again.drift)
      tellIgnored(settings, endpoint.name, again.value)
      return again.value
    }
  }

  async #levelWithin({ endpoint }: Prepared, { until, timeout, signal }: Limit): Promise<number> {
    const { known } = this.level
    if (known !== undefined) return known
    const { clock } = this.#settings
    try {
      return await within(clock, until - clock.now(), signal, (ending) => heeding(ending, this.level.get()))
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error
      throw new TimeoutError({ endpoint: endpoint.name, attempts: 0, mayHaveTakenEffect: false }, timeout)
    }
  }

  /** The level after something unexpected, if the call has the time to look: what it has to say matters more. */
  async #levelAgain({ until, signal }: Limit): Promise<number | undefined> {
    const { clock } = this.#settings
    return within(clock, until - clock.now(), signal, (ending) => heeding(ending, this.level.again())).catch(
      () => undefined,
    )
  }

  #limitOf({ endpoint }: Prepared, options: CallOptions | undefined): Limit {
    const { timeout: usual, retry, clock } = this.#settings
    const patience = (endpoint.takesUpTo ?? 0) * 1000
    const timeout = atLeast(1, 'timeout', options?.timeout ?? usual + patience)
    return {
      timeout,
      until: clock.now() + timeout,
      attemptTimeout: retry.attemptTimeout + patience,
      signal: options?.signal,
      observe: options?.observe ?? this.#settings.observe,
    }
  }
}

/** A request that was answered, and what is needed to read that. */
interface Exchanged {
  readonly request: WireRequest
  readonly delivered: Delivered
  readonly level: number
  readonly limit: Limit
}

/** How long a call may take, and who can end it. */
interface Limit {
  readonly timeout: number
  readonly until: number
  readonly attemptTimeout: number
  readonly signal: AbortSignal | undefined
  readonly observe: ObserveCall | undefined
}

function isRepeatable({ repeatable }: Call, level: number): boolean {
  return repeatable === 'always' || (repeatable !== 'never' && hasFeature(level, repeatable))
}

function levelIn(settings: Json): number {
  const level = settings.svc_feature_level
  return typeof level === 'number' ? level : 0
}
