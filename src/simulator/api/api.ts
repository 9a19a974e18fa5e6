import { type Dialect, type ErrorRow, endpoints, errorBody, errors, type Method } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { Faulted } from '../faults/faulted.js'
import { isJourney } from '../faults/sink.js'
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
import { type ApiPath, allowedMethods, apiPaths, type Route } from './routes.js'
import { nobody, Seen, type Witness } from './witness.js'

export interface ApiOptions {
  readonly realm: Realm
  readonly dialect: Dialect
  readonly clock: Clock
  /** Is told while a request is being read. */
  readonly activity: Activity
  readonly log: SimulatorLog
  /** None unless given. */
  readonly rateLimit?: RateLimit | undefined
  /** Answer a refusal that the endpoint does not declare with an internal error, so that a test notices. */
  readonly strict?: boolean | undefined
  /** Sees every request and its answer. */
  readonly witness?: Witness | undefined
  /** Lets calls go wrong; none does unless given. */
  readonly faulted?: Faulted | undefined
}

/** Adds the service to an app: every path of its API, its files, and what it answers elsewhere. */
export function addApi(
  app: App,
  { realm, dialect, clock, activity, log, rateLimit, strict = false, witness = nobody, faulted }: ApiOptions,
): void {
  const limiter = rateLimit && createRateLimiter(rateLimit, clock)
  const service = { realm, dialect, log, strict, limiter, witness, faulted }
  const paths = apiPaths(dialect)

  for (const path of paths) {
    app.all(path.pattern, (c, next) => {
      const methods = path.at(realm.levelReached)
      if (methods.size > 0) return answered(c, (seen) => dispatch(c, path, methods, seen))
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
    answered(c, (seen) => {
      const { path } = sentTarget(c.req.url)
      return c.req.path.startsWith('/api/') ? leadsNowhere(c, path, seen) : unknownPath(hintFor(c, path))
    }),
  )
  app.onError((error, c) => answered(c, () => Promise.reject(error)))

  /** Makes an answer, tells the witness of it, and sends it. */
  async function answered(c: Exchange, make: (seen: Seen) => Reply | Promise<Reply>): Promise<Response> {
    const { path } = sentTarget(c.req.url)
    const { method } = c.req
    const seen = new Seen(method, path, c.req.header('earshot-client')?.slice(0, 100))
    let reply: Reply
    try {
      reply = await make(seen)
    } catch (error) {
      log.error({ error, method, path }, 'A request failed by a bug of the simulator.')
      reply = internalErrorAnswer(dialect)
    }
    if (!isJourney(reply)) witness.answered(seen, reply)
    return respond(c, reply)
  }

  function dispatch(
    c: Exchange,
    path: ApiPath,
    methods: ReadonlyMap<Method, Route>,
    seen: Seen,
  ): Reply | Promise<Reply> {
    if (c.req.method === 'OPTIONS') {
      return { status: 204, headers: { Allow: allowedMethods(methods).join(', ') }, body: '' }
    }
    const call = (form: unknown) =>
      callEndpoint(service, { c, methods, form, seen }) ?? methodNotAllowed(c, path, methods, seen)
    // A body that can't be read is reported once the caller is known; that of an unknown caller isn't read at all.
    if (!hasBody(c) || !mayBeRead(c, methods)) return call(emptyForm)
    return readForm(c, bodyLimit(c, methods)).finally(activity.begin()).then(call, call)
  }

  /** A POST may name another verb in its body, so where POST itself leads nowhere, the body decides what is called. */
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

  /** Clients of the API are told in JSON, and browsers by a page. */
  function leadsNowhere(c: Exchange, path: string, seen: Seen): OutgoingAnswer {
    const leftOut = notSimulatedHint(c.req.method, path)
    seen.check = leftOut !== undefined ? 'not simulated' : c.get('tooOldFor') ? 'level' : 'path'
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
    seen: Seen,
  ): OutgoingAnswer {
    const { method } = c.req
    const { path } = sentTarget(c.req.url)
    if (notSimulatedHint(method, path) !== undefined) return leadsNowhere(c, path, seen)
    seen.check = apiPath.declared.has(method as Method) ? 'level' : 'method'
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
started the simulator can print. Parameters travel as form fields, those of a GET in the query.
A path that is not known answers 404 and says why in the header Earshot-Hint.

  /docs       the API, described; as OpenAPI at /openapi.json
  /sim/docs   what a test can do to this server from outside
`,
  }
}
