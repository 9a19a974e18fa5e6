import {
  type Endpoint,
  type ErrorRow,
  endpoints,
  errorBody,
  errors,
  featureRow,
  type Method,
  notSimulated,
} from '../../protocol/index.js'
import type { MaybePromise } from '../../values.js'
import type { Clock } from '../base/clock.js'
import { type Exchange, hasBody, type OutgoingAnswer, type Reply, respond, sentTarget } from '../http/exchange.js'
import { isFaultyResponse } from '../http/responseSteps.js'
import { authenticateByKey } from '../realm/access/accounts.js'
import type { Realm } from '../realm/realm.js'
import { Refusal } from '../realm/world/refusal.js'
import type { Account } from '../realm/world/state.js'
import type { Activity } from '../time/activity.js'
import { headerText, hintHeader, internalErrorAnswer, jsonAnswer, refusalAnswer, unknownPath } from './answers.js'
import { refusalStatus } from './assumed.js'
import { authenticated, callEndpoint, type PathCall, type Service } from './callEndpoint.js'
import { loginPage, servedPicture, servedUpload } from './files.js'
import { bodyLimit, emptyForm, readFields, readForm } from './form.js'
import { createRateLimiter, type RateLimit } from './rateLimit.js'
import { clientHeader, type RequestTrace } from './requestTrace.js'
import { type ApiPath, allowedMethods, createRouter, type Route, root } from './routes.js'

interface EndpointCall extends Omit<PathCall, 'form'> {
  readonly apiPath: ApiPath
}

export interface ApiOptions extends Omit<Service, 'limiter'> {
  readonly clock: Clock
  readonly activity: Activity
  readonly rateLimit: RateLimit | undefined
}

export type Api = ReturnType<typeof createApi>

/** The API, the server's files and its 404 pages. */
export function createApi({ clock, activity, rateLimit, ...given }: ApiOptions) {
  const service: Service = { ...given, limiter: createRateLimiter(rateLimit, clock) }
  const { realm, dialect, log, observer } = service
  const fittingPaths = createRouter(dialect)

  return {
    answer: (c: Exchange): MaybePromise<Response> => answered(c, (trace) => replyTo(c, trace)),
    /** Answers a request that failed because of a bug of the simulator. */
    failed: (c: Exchange, error: unknown): MaybePromise<Response> => answered(c, () => Promise.reject(error)),
  }

  /** Creates an answer, reports it to the observer and sends it: at once, unless it has to be waited for. */
  function answered(c: Exchange, make: (trace: RequestTrace) => MaybePromise<Reply>): MaybePromise<Response> {
    const { path } = sentTarget(c.req.url)
    const { method } = c.req
    const trace: RequestTrace = { method, path, client: c.req.header(clientHeader)?.slice(0, 100) }
    const send = (reply: Reply): Response => {
      if (isFaultyResponse(reply)) return respond(c, reply)
      observer.answered(trace, reply)
      const date = new Date(clock.now()).toUTCString()
      return respond(c, { ...reply, headers: { ...reply.headers, Date: date } })
    }
    const fail = (error: unknown): Response => {
      log.error({ error, method, path }, 'A request failed by a bug of the simulator.')
      return send(internalErrorAnswer(dialect))
    }
    let reply: MaybePromise<Reply>
    try {
      reply = make(trace)
    } catch (error) {
      return fail(error)
    }
    return reply instanceof Promise ? reply.then(send, fail) : send(reply)
  }

  function replyTo(c: Exchange, trace: RequestTrace): MaybePromise<Reply> {
    const { method, path } = c.req
    let later: ApiPath | undefined
    for (const { apiPath, values } of fittingPaths(path)) {
      const methods = apiPath.at(realm.levelReached)
      if (methods.size > 0) return dispatch({ c, trace, apiPath, methods, values })
      later = apiPath
    }
    if (method === 'GET' || method === 'HEAD') {
      if (path === '/') return frontPage(realm)
      const login = loginPage(path)
      if (login !== undefined) return login
      if (isBelow('/user_uploads', path)) return upload(c)
      if (isBelow('/user_avatars', path)) return picture(path)
    }
    return path.startsWith('/api/') ? unknownEndpoint(c, trace, later) : unknownPath(hintFor(trace.path, later))
  }

  function dispatch(call: EndpointCall): MaybePromise<Reply> {
    const { c, methods } = call
    if (c.req.method === 'OPTIONS') {
      return { status: 204, headers: { Allow: allowedMethods(methods).join(', ') }, body: '' }
    }
    const carryOut = (form: unknown) => callEndpoint(service, { ...call, form }) ?? methodNotAllowed(call)
    // An unreadable body is reported after authentication; the body of an unauthenticated request isn't read at all.
    if (!hasBody(c) || !mayBeRead(c, methods)) return carryOut(emptyForm)
    return readForm(c, bodyLimit(c, methods)).finally(activity.begin()).then(carryOut, carryOut)
  }

  /** A POST can name another method in its body, so if the path doesn't support POST, the body is read first. */
  function mayBeRead(c: Exchange, methods: ReadonlyMap<Method, Route>): boolean {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const route = methods.get(method as Method)
    if (route === undefined) return method === 'POST'
    return route.endpoint.access === 'public' || isAuthenticated(c)
  }

  function isAuthenticated(c: Exchange): boolean {
    try {
      authenticated(realm, c)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  /** JSON for API clients, a page for browsers. */
  function unknownEndpoint(c: Exchange, trace: RequestTrace, later?: ApiPath): OutgoingAnswer {
    const leftOut = notSimulatedHint(trace.method, trace.path)
    trace.check = leftOut !== undefined ? 'not simulated' : later !== undefined ? 'level' : 'path'
    const hint = leftOut ?? hintFor(trace.path, later)
    if (c.req.header('accept')?.includes('text/html')) return unknownPath(hint)
    const row: ErrorRow = errors.unknownPath
    return jsonAnswer(dialect, refusalStatus(realm, row.status), errorBody(row), { [hintHeader]: headerText(hint) })
  }

  /**
   * Tells developers why nothing is served at a path, so that they don't mistake a gap in the simulator for the server's
   * answer. `later` is the path if a later level has it.
   */
  function hintFor(path: string, later: ApiPath | undefined): string {
    if (!path.startsWith(`${root}/`)) return `Nothing is served at ${path}; API paths begin with ${root}.`
    if (later !== undefined) return laterHint([...later.declared.values()], realm.featureLevel)
    const hasSlash = path.endsWith('/') && fittingPaths(path.slice(0, -1)).length > 0
    if (hasSlash) return `${path} has a slash at its end; leave it out.`
    return `The simulator has no endpoint at ${path.slice(root.length)}, and doesn't make answers up.`
  }

  function methodNotAllowed({ c, trace, apiPath, methods }: EndpointCall): OutgoingAnswer {
    const { method, path } = trace
    if (notSimulatedHint(method, path) !== undefined) return unknownEndpoint(c, trace)
    trace.check = apiPath.declared.has(method as Method) ? 'level' : 'method'
    const allowed = allowedMethods(methods)
    const row: ErrorRow = errors.methodNotAllowed
    return jsonAnswer(
      dialect,
      refusalStatus(realm, row.status),
      { result: 'error', msg: row.msg, allowed_methods: allowed },
      { Allow: allowed.join(', '), [hintHeader]: headerText(methodHint(path, method, realm.featureLevel, apiPath)) },
    )
  }

  async function upload(c: Exchange): Promise<OutgoingAnswer> {
    try {
      return (await servedUpload(realm, c, () => fileViewer(c))) ?? unknownPath('There is no such file.')
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(dialect, error, {}, refusalStatus(realm, error.error.status))
      throw error
    }
  }

  /** Older apps send their key in the query. */
  function fileViewer(c: Exchange): Account | undefined {
    if (c.req.header('authorization') !== undefined) return authenticated(realm, c)
    const key = readFields(sentTarget(c.req.url).query).get('api_key')
    return key === undefined ? undefined : authenticateByKey(realm.world, key)
  }

  async function picture(path: string): Promise<OutgoingAnswer> {
    return (await servedPicture(realm, path)) ?? unknownPath('There is no such picture.')
  }
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** The text for programs at `/`; browsers get the playground. */
function frontPage({ featureLevel }: Realm): OutgoingAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: `This is Earshot's simulator of a team-chat server, at feature level ${featureLevel}.
Nothing here is real. Open this address in a browser to look inside and to chat.

The API is below /api/v1, with ${endpoints.length} endpoints. One needs no credentials:

  GET /api/v1/server_settings

The others take HTTP Basic authentication, with an email address and its API key, which whoever
started the simulator can print. Send parameters as form fields; for a GET, in the query.
An unknown path answers 404, with the reason in the header Earshot-Hint.

  /openapi.json   the API, described as OpenAPI
  /sim            the control API: what a test can do to this server from outside
`,
  }
}

function methodHint(path: string, method: string, level: number, { declared }: ApiPath): string {
  const later = declared.get(method as Method)
  return later === undefined ? `The simulator has no endpoint ${method} ${path}.` : laterHint([later], level)
}

/** The hint for an endpoint that a real server has and the simulator doesn't; undefined for any other. */
function notSimulatedHint(method: string, path: string): string | undefined {
  const isLeftOut = leftOut.some((pattern) => pattern.test(`${method} ${path.slice(root.length)}`))
  return isLeftOut ? `A real server has ${method} ${path}; it is not simulated.` : undefined
}

const leftOut: readonly RegExp[] = notSimulated.map(
  (endpoint) => new RegExp(`^${endpoint.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
)

function laterHint(endpoints: readonly Endpoint[], level: number): string {
  const sentences = endpoints.map(({ name, since, until }) => {
    if (until !== undefined) return `${name} is there below feature level ${featureRow(until).level} only`
    return since === undefined ? name : `${name} is there from feature level ${featureRow(since).level} on`
  })
  return `${sentences.join('; ')}. This server is of level ${level}.`
}
