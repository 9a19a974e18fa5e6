import { type Dialect, type ErrorRow, endpoints, errorBody, errors, type Method } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { Faulted } from '../faults/faulted.js'
import { isFaultyResponse } from '../faults/responseWriter.js'
import type { SimulatorLog } from '../log.js'
import type { Realm } from '../realm/realm.js'
import { Refusal } from '../realm/refusal.js'
import type { Activity } from '../time/activity.js'
import { headerText, hintHeader, internalErrorAnswer, jsonAnswer, refusalAnswer, unknownPath } from './answers.js'
import { refusalStatus } from './assumed.js'
import { authenticated, callEndpoint } from './callEndpoint.js'
import { type App, type Exchange, hasBody, type OutgoingAnswer, type Reply, respond, sentTarget } from './exchange.js'
import { servedPicture, servedUpload } from './files.js'
import { bodyLimit, emptyForm, readForm } from './form.js'
import { methodHint, notSimulatedHint, pathHint } from './hints.js'
import { createRateLimiter, type RateLimit } from './rateLimit.js'
import { noObserver, type RequestObserver, RequestTrace } from './requestTrace.js'
import { type ApiPath, allowedMethods, apiPaths, type Route } from './routes.js'

export interface ApiOptions {
  readonly realm: Realm
  readonly dialect: Dialect
  readonly clock: Clock
  /** Notes that a request is being read. */
  readonly activity: Activity
  readonly log: SimulatorLog
  /** (default: none) */
  readonly rateLimit?: RateLimit | undefined
  /** Answer a refusal that the endpoint does not declare with an internal error, so that a test notices. */
  readonly strict?: boolean | undefined
  /** Is told of every request and its answer. */
  readonly observer?: RequestObserver | undefined
  /** Makes calls fail by the plan of faults. (default: none fail) */
  readonly faulted?: Faulted | undefined
}

/** Adds the service to an app: every path of its API, its files, and what it answers elsewhere. */
export function addApi(
  app: App,
  { realm, dialect, clock, activity, log, rateLimit, strict = false, observer = noObserver, faulted }: ApiOptions,
): void {
  const limiter = rateLimit && createRateLimiter(rateLimit, clock)
  const service = { realm, dialect, log, strict, limiter, observer, faulted }
  const paths = apiPaths(dialect)

  for (const path of paths) {
    app.all(path.pattern, (c, next) => {
      const methods = path.at(realm.levelReached)
      if (methods.size > 0) return answered(c, (trace) => dispatch(c, path, methods, trace))
      c.set('tooOldFor', path)
      return next() as Promise<never>
    })
  }
  app.get('/', (c) => answered(c, () => frontPage(realm)))
  app.get('/user_uploads/*', (c) => answered(c, () => upload(c)))
  app.get('/user_avatars/*', (c) =>
    answered(c, async () => (await servedPicture(realm, c.req.path)) ?? unknownPath('There is no such picture.')),
  )
  app.notFound((c) =>
    answered(c, (trace) => {
      const { path } = sentTarget(c.req.url)
      return c.req.path.startsWith('/api/') ? leadsNowhere(c, path, trace) : unknownPath(hintFor(c, path))
    }),
  )
  app.onError((error, c) => answered(c, () => Promise.reject(error)))

  /** Makes an answer, tells the observer of it, and sends it. */
  async function answered(c: Exchange, make: (trace: RequestTrace) => Reply | Promise<Reply>): Promise<Response> {
    const { path } = sentTarget(c.req.url)
    const { method } = c.req
    const trace = new RequestTrace(method, path, c.req.header('earshot-client')?.slice(0, 100))
    let reply: Reply
    try {
      reply = await make(trace)
    } catch (error) {
      log.error({ error, method, path }, 'A request failed by a bug of the simulator.')
      reply = internalErrorAnswer(dialect)
    }
    if (!isFaultyResponse(reply)) observer.answered(trace, reply)
    return respond(c, reply)
  }

  function dispatch(
    c: Exchange,
    path: ApiPath,
    methods: ReadonlyMap<Method, Route>,
    trace: RequestTrace,
  ): Reply | Promise<Reply> {
    if (c.req.method === 'OPTIONS') {
      return { status: 204, headers: { Allow: allowedMethods(methods).join(', ') }, body: '' }
    }
    const call = (form: unknown) =>
      callEndpoint(service, { c, methods, form, trace }) ?? methodNotAllowed(c, path, methods, trace)
    // A body that can't be read is reported once the caller is known; an unknown caller's body isn't read at all.
    if (!hasBody(c) || !mayBeRead(c, methods)) return call(emptyForm)
    return readForm(c, bodyLimit(c, methods)).finally(activity.begin()).then(call, call)
  }

  /** A POST may name another method in its body, so where the path doesn't take POST, the body has to be read first. */
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

  /** API clients get JSON, browsers a page. */
  function leadsNowhere(c: Exchange, path: string, trace: RequestTrace): OutgoingAnswer {
    const leftOut = notSimulatedHint(c.req.method, path)
    trace.check = leftOut !== undefined ? 'not simulated' : c.get('tooOldFor') ? 'level' : 'path'
    const hint = leftOut ?? hintFor(c, path)
    if (c.req.header('accept')?.includes('text/html')) return unknownPath(hint)
    const row: ErrorRow = errors.unknownPath
    return jsonAnswer(dialect, refusalStatus(realm, row.status), errorBody(row), { [hintHeader]: headerText(hint) })
  }

  function hintFor(c: Exchange, path: string): string {
    const isEndpoint = (other: string) => app.router.match('GET', other)[0].some(([[, { path: at }]]) => isApiPath(at))
    return pathHint(path, realm.featureLevel, c.get('tooOldFor'), isEndpoint)
  }

  function isApiPath(pattern: string): boolean {
    return paths.some((path) => path.pattern === pattern)
  }

  function methodNotAllowed(
    c: Exchange,
    apiPath: ApiPath,
    methods: ReadonlyMap<Method, Route>,
    trace: RequestTrace,
  ): OutgoingAnswer {
    const { method } = c.req
    const { path } = sentTarget(c.req.url)
    if (notSimulatedHint(method, path) !== undefined) return leadsNowhere(c, path, trace)
    trace.check = apiPath.declared.has(method as Method) ? 'level' : 'method'
    const allowed = allowedMethods(methods)
    const row: ErrorRow = errors.methodNotAllowed
    return jsonAnswer(
      dialect,
      refusalStatus(realm, row.status),
      { result: 'error', msg: row.msg, allowed_methods: allowed },
      {
        Allow: allowed.join(', '),
        [hintHeader]: headerText(methodHint(path, method, realm.featureLevel, apiPath)),
      },
    )
  }

  async function upload(c: Exchange): Promise<OutgoingAnswer> {
    try {
      const { path } = sentTarget(c.req.url)
      return (await servedUpload(realm, path, () => authenticated(realm, c))) ?? unknownPath('There is no such file.')
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(dialect, error, {}, refusalStatus(realm, error.error.status))
      throw error
    }
  }
}

/** What a program is answered at `/`, where a browser gets the playground: what this is, and how to talk to it. */
function frontPage({ featureLevel }: Realm): OutgoingAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: `This is Earshot's simulator of a team-chat server, at feature level ${featureLevel}.
Nothing here is real. Open this address in a browser to look inside and to chat.

The API is below /api/v1, with ${endpoints.length} endpoints. One needs no credentials:

  GET /api/v1/server_settings

The others take HTTP Basic authentication, with an email address and its API key, which whoever
started the simulator can print. Parameters writeTo as form fields, those of a GET in the query.
A path that is not known answers 404 and says why in the header Earshot-Hint.

  /docs       the API, described; as OpenAPI at /openapi.json
  /sim/docs   what a test can do to this server from outside
`,
  }
}
