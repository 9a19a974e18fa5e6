import { dependsOnDialect } from '../../protocol/dialect.js'
import {
  type Dialect,
  dialectIn,
  type Endpoint,
  type EndpointName,
  encodeRequest,
  hasFeature,
  newestFeatureLevel,
  svcDialect,
  toWirePath,
} from '../../protocol/index.js'
import { checkOptions } from '../../text/index.js'
import { withoutUndefined } from '../../values.js'
import {
  ApiError,
  type CallFacts,
  MalformedAnswerError,
  NetworkError,
  RedirectError,
  TimeoutError,
} from '../errors/exchangeErrors.js'
import { UnsupportedByServerError } from '../errors/localErrors.js'
import { DeadlineExceeded, within } from '../exchange/bounds.js'
import { type Delivered, exchange, type Sending } from '../exchange/exchange.js'
import { type ObserveCall, type ObservedCall, WatchedCall } from '../exchange/watched.js'
import { type CallOptions, callOptions, type Limit, limitOf, type Settings } from '../options.js'
import {
  type Drift,
  done,
  fromDialect,
  type Json,
  malformedAnswer,
  objectOf,
  readResponse,
  reportIgnored,
} from './answers.js'
import { type CallOther, isRefusedToBots, refusesBots, type WayForBots } from './asBot.js'
import { checkParameters } from './checking.js'
import { detourFor, isAlreadyDone, withOlderNames, withOlderValues } from './fallbacks.js'
import { outgoing } from './outgoing.js'
import { answerHasLevel, dependsOnLevel, type Lacking, type Prepared, preparedFor, unmet } from './prepared.js'
import { ServerLevel } from './serverLevel.js'

/** Calls declared endpoints: checks the parameters, reads the server's level where it matters, sends, parses the response. */
export class EndpointCaller {
  readonly level: ServerLevel
  readonly #settings: Settings
  #dialect: Dialect | undefined
  /** Known once the server has refused something to bots. */
  #isBot = false

  constructor(settings: Settings) {
    this.#settings = settings
    this.#dialect = settings.dialect
    this.level = new ServerLevel({
      clock: settings.clock,
      pinned: settings.featureLevel,
      read: async () => levelIn(await this.call('server.settings', {}, {})),
    })
  }

  async call(name: EndpointName, params: unknown, options: CallOptions | undefined): Promise<Json> {
    const settings = this.#settings
    const prepared = preparedFor(name)
    const { endpoint } = prepared
    checkParameters(prepared, params)
    if (options !== undefined) checkOptions('The call', options, callOptions)
    const limit = limitOf(settings, options, (endpoint.takesUpTo ?? 0) * 1000)
    const observe = options?.observe ?? settings.observe
    const level = this.level.known ?? (await this.#levelFor(prepared, params, limit))
    if (this.#dialect === undefined && dependsOnDialect(endpoint.path, params)) {
      await this.#askWithin(endpoint, limit, () => this.level.read())
    }
    const lacking = unmet(prepared.requirements, params, level)
    const [lacked] = lacking
    if (lacked !== undefined) {
      return this.#goAround(endpoint, params, options, lacking, new UnsupportedByServerError(endpoint, lacked, level))
    }
    if (this.#isBot && prepared.wayForBots !== undefined && refusesBots(endpoint, level)) {
      return this.#asBot(prepared, prepared.wayForBots, params, { limit, observe, level })
    }
    const values = withOlderValues(prepared.olderValues, level, params)
    const encoded = withOlderNames(encodeRequest(endpoint, values, this.#dialect), prepared.olderNames, level)
    const made = outgoing(settings, endpoint.method, encoded, endpoint.access !== 'public')
    const request = made instanceof Promise ? await made : made
    const sent = {
      prepared,
      params: values,
      level,
      endpoint: name,
      request,
      repeatable: isRepeatable(endpoint, level),
      limit,
      observe,
    }
    const watch = observe?.(this.#observed(sent))
    const watched = watch && new WatchedCall(watch, settings.clock)
    try {
      const read = this.#read(sent, await exchange(settings, sent, watched))
      const answer = read instanceof Promise ? await read : read
      watched?.succeeded()
      return answer
    } catch (error) {
      watched?.failed(error)
      throw error
    }
  }

  async #goAround(
    endpoint: Endpoint,
    params: Json,
    options: CallOptions | undefined,
    lacking: readonly Lacking[],
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
      if (error instanceof ApiError && isAlreadyDone(error, detour)) return { result: 'success', msg: '' }
      throw error
    }
  }

  #observed({ prepared, request: { origin } }: Sent): ObservedCall {
    const { name, method, path } = prepared.endpoint
    const template = `${this.#settings.site.prefix}/api/v1${toWirePath(this.#dialect ?? svcDialect, path)}`
    return { endpoint: name, method, origin, template }
  }

  #read(sent: Sent, delivered: Delivered): Json | Promise<Json> {
    const settings = this.#settings
    const { endpoint } = sent.prepared
    let wire: Json
    try {
      wire = objectOf(delivered, sent.request, settings)
    } catch (error) {
      if (isUnknownPath(error)) return this.#explain(error, sent)
      const { wayForBots } = sent.prepared
      if (wayForBots === undefined || !isRefusedToBots(error)) throw error
      this.#isBot = true
      return this.#asBot(sent.prepared, wayForBots, sent.params, sent)
    }
    if (endpoint.name === 'server.settings') this.#dialect = settings.dialect ?? dialectIn(wire) ?? this.#dialect
    const json = fromDialect(wire, this.#dialect, delivered.answer.text)
    if (json === undefined) throw this.#malformed(sent, delivered, { path: '', problem: 'is nested too deeply' })
    const read = readResponse(sent.prepared, json, answerHasLevel(endpoint.name) ? levelIn(json) : sent.level)
    if (read.drift !== undefined) return this.#readAgain(sent, delivered, json, read.drift)
    reportIgnored(settings, endpoint.name, read.value)
    return read.value
  }

  async #asBot(
    prepared: Prepared,
    way: WayForBots,
    params: Json,
    { limit, observe, level }: Pick<Sent, 'limit' | 'observe' | 'level'>,
  ): Promise<Json> {
    const json = await way(params, this.#calling(limit, observe))
    return readResponse(prepared, json, level).value ?? json
  }

  /** Calls other endpoints within the limits of a call. */
  #calling({ until, waitUntil, signal, priority }: Limit, observe: ObserveCall | undefined): CallOther {
    const { clock } = this.#settings
    return (name, params) =>
      // Each call checks its own answer.
      this.call(name, params, {
        timeout: Math.max(1, until - clock.now()),
        maxWait: Math.max(0, waitUntil - clock.now()),
        ...withoutUndefined({ signal, priority, observe }),
      }) as never
  }

  /** An unknown path can mean that the server was downgraded. */
  async #explain(unknownPath: unknown, { prepared, params, limit }: Sent): Promise<never> {
    const newly = await this.#levelAgain(limit)
    const [lacked] = newly === undefined ? [] : unmet(prepared.requirements, params, newly)
    throw lacked === undefined || newly === undefined
      ? unknownPath
      : new UnsupportedByServerError(prepared.endpoint, lacked, newly)
  }

  /** An unexpected shape can mean that the server's level has changed. */
  async #readAgain(sent: Sent, delivered: Delivered, json: Json, drift: Drift): Promise<Json> {
    const { endpoint } = sent.prepared
    const newly = endpoint.name === 'server.settings' ? undefined : await this.#levelAgain(sent.limit)
    const again = newly === undefined || newly === sent.level ? { drift } : readResponse(sent.prepared, json, newly)
    if (again.drift !== undefined) throw this.#malformed(sent, delivered, again.drift)
    reportIgnored(this.#settings, endpoint.name, again.value)
    return again.value
  }

  #malformed({ prepared }: Sent, { answer, facts }: Delivered, drift: Drift): MalformedAnswerError {
    const { method } = prepared.endpoint
    return malformedAnswer(done(facts, method), { status: answer.status, ...drift }, this.#settings)
  }

  async #levelFor(prepared: Prepared, params: Json, limit: Limit): Promise<number> {
    if (!dependsOnLevel(prepared, params)) return newestFeatureLevel
    return this.#askWithin(prepared.endpoint, limit, () => this.level.get())
  }

  async #askWithin(endpoint: Endpoint, { until, timeout, signal }: Limit, ask: () => Promise<number>): Promise<number> {
    const { clock } = this.#settings
    try {
      return await within(clock, until - clock.now(), signal, ask)
    } catch (error) {
      const facts = { endpoint: endpoint.name, attempts: 0, mayHaveTakenEffect: false }
      throw error instanceof DeadlineExceeded ? new TimeoutError(facts, timeout) : failedBefore(facts, error)
    }
  }

  /** Reads the level again after something unexpected. If that fails or takes too long, the call's own error matters more. */
  async #levelAgain({ until, signal }: Limit): Promise<number | undefined> {
    const { clock } = this.#settings
    return within(clock, until - clock.now(), signal, () => this.level.again()).catch(() => undefined)
  }
}

interface Sent extends Sending {
  readonly prepared: Prepared
  readonly params: Json
  /** The server's level, or the newest one if it isn't known and the call doesn't depend on it. */
  readonly level: number
  readonly observe: ObserveCall | undefined
}

/** The error for a call that wasn't sent because reading the level failed. It names the user's call, not the internal one. */
function failedBefore(facts: CallFacts, error: unknown): unknown {
  if (error instanceof NetworkError) return new NetworkError(facts, error)
  if (error instanceof TimeoutError) return new TimeoutError(facts, error.timeout)
  if (error instanceof RedirectError) return new RedirectError(facts, error)
  if (error instanceof MalformedAnswerError) return new MalformedAnswerError(facts, error)
  return error instanceof ApiError ? new ApiError(facts, error) : error
}

function isRepeatable({ repeatable }: Endpoint, level: number): boolean {
  return repeatable === 'always' || (repeatable !== 'never' && hasFeature(level, repeatable))
}

/** Whether the server doesn't know the path: it responds with an HTML page, or JSON without a code. */
function isUnknownPath(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'HTTP_404'
  return error instanceof MalformedAnswerError && error.status === 404
}

function levelIn(settings: Json): number {
  const level = settings.svc_feature_level
  return typeof level === 'number' ? level : 0
}
