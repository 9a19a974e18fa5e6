import type { Dialect, ErrorRow, Method } from '../../protocol/index.js'
import { errorBody, errors } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { Faulted } from '../faults/faulted.js'
import { isJourney, type Journey } from '../faults/sink.js'
import type { SimulatorLog } from '../log.js'
import type { Realm } from '../realm/realm.js'
import { Refusal } from '../realm/refusal.js'
import type { Activity } from '../time/activity.js'
import { headerText, hintHeader, internalErrorAnswer, jsonAnswer, refusalAnswer, unknownPath } from './answers.js'
import { refusalStatus } from './assumed.js'
import { authenticated, callEndpoint } from './callEndpoint.js'
import type { IncomingRequest, OutgoingAnswer } from './exchange.js'
import { servedFile } from './files.js'
import { bodyLimit, emptyForm, readForm } from './form.js'
import { frontPage } from './frontPage.js'
import { createHints, notSimulatedHint } from './hints.js'
import { isNotSimulated } from './notSimulated.js'
import { servedPicture } from './pictures.js'
import { createRateLimiter, type RateLimit } from './rateLimit.js'
import { allowedMethods, type Match } from './routes.js'
import { createTargets, root, type Target } from './targets.js'
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

/** The service's HTTP face. Answers at once where no body has to be read. Never throws or rejects. */
export type Api = (request: IncomingRequest) => Reply | Promise<Reply>

/** What a request gets: an answer, or what faults have made of one. */
export type Reply = OutgoingAnswer | Journey

/** Makes the HTTP face of a realm: finds out what a request asks for, and answers what is no call of an endpoint. */
export function createApi({
  realm,
  dialect,
  clock,
  activity,
  log,
  rateLimit,
  strict = false,
  witness = nobody,
  faulted,
}: ApiOptions): Api {
  const limiter = rateLimit && createRateLimiter(rateLimit, clock)
  const service = { realm, dialect, log, strict, limiter, witness, faulted }
  const hints = createHints(dialect)
  const targets = createTargets(dialect)

  return (request) => {
    const target = targets.at(realm.levelReached, request.target)
    const client = request.header('earshot-client')
    const seen = new Seen(request.method, target.path, client?.slice(0, 100))
    const end = (answer: Reply): Reply => {
      if (!isJourney(answer)) witness.answered(seen, answer)
      return answer
    }
    const fail = (error: unknown): OutgoingAnswer => failed(error, seen)
    let answer: Reply | Promise<Reply>
    try {
      answer = dispatch(request, target, seen)
    } catch (error) {
      answer = fail(error)
    }
    return answer instanceof Promise ? answer.catch(fail).then(end) : end(answer)
  }

  function dispatch(request: IncomingRequest, target: Target, seen: Seen): Reply | Promise<Reply> {
    const { path, match } = target
    if (!path.startsWith('/api/')) return outsideApi(request, path)
    if (match === undefined) return leadsNowhere(request, path, seen)
    if (request.method === 'OPTIONS')
      return { status: 204, headers: { Allow: allowedMethods(match).join(', ') }, body: '' }
    const answer = (form: unknown) =>
      callEndpoint(service, { request, target, match, form, seen }) ?? methodNotAllowed(request, path, match, seen)
    // A body that can't be read is reported once the caller is known; that of an unknown caller isn't read at all.
    if (!request.hasBody || !mayBeRead(request, match)) return answer(emptyForm)
    return readForm(request, bodyLimit(request, match)).finally(activity.begin()).then(answer, answer)
  }

  /** A POST may name another verb in its body, so where POST itself leads nowhere, the body decides what is called. */
  function mayBeRead(request: IncomingRequest, { methods }: Match): boolean {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = methods.get(method as Method)
    if (route === undefined) return method === 'POST'
    return route.endpoint.access === 'public' || isAuthenticated(request)
  }

  function isAuthenticated(request: IncomingRequest): boolean {
    try {
      authenticated(service, request)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  /** Clients of the API are told in JSON, and browsers by a page. */
  function leadsNowhere(request: IncomingRequest, path: string, seen: Seen): OutgoingAnswer {
    const isMissing = path.startsWith(root) && isNotSimulated(request.method, path.slice(root.length - 1))
    seen.check = isMissing ? 'not simulated' : hints.comesLater(path) ? 'level' : 'path'
    const hint = isMissing ? notSimulatedHint(request.method, path) : hints.ofPath(path, realm.featureLevel)
    if (request.header('accept')?.includes('text/html')) return unknownPath(hint)
    const row: ErrorRow = errors.unknownPath
    return jsonAnswer(dialect, refusalStatus(realm, row.status), errorBody(row), { [hintHeader]: headerText(hint) })
  }

  function methodNotAllowed(request: IncomingRequest, path: string, match: Match, seen: Seen): OutgoingAnswer {
    const { method } = request
    if (isNotSimulated(method, path.slice(root.length - 1))) return leadsNowhere(request, path, seen)
    seen.check = hints.comesLater(path, method) ? 'level' : 'method'
    const methods = allowedMethods(match)
    const row: ErrorRow = errors.methodNotAllowed
    return jsonAnswer(
      dialect,
      refusalStatus(realm, row.status),
      { result: 'error', msg: row.msg, allowed_methods: methods },
      { Allow: methods.join(', '), [hintHeader]: headerText(hints.ofMethod(path, method, realm.featureLevel)) },
    )
  }

  function outsideApi(request: IncomingRequest, path: string): OutgoingAnswer | Promise<OutgoingAnswer> {
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (path === '/') return frontPage(realm)
      if (path.startsWith('/user_uploads/')) return upload(request, path)
      if (path.startsWith('/user_avatars/')) return picture(path)
    }
    return unknownPath(hints.ofPath(path, realm.featureLevel))
  }

  async function picture(path: string): Promise<OutgoingAnswer> {
    return (await servedPicture(realm, path)) ?? unknownPath('There is no such picture.')
  }

  async function upload(request: IncomingRequest, path: string): Promise<OutgoingAnswer> {
    try {
      return (
        (await servedFile(realm, path, () => authenticated(service, request))) ?? unknownPath('There is no such file.')
      )
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(dialect, error, {}, refusalStatus(realm, error.error.status))
      throw error
    }
  }

  function failed(error: unknown, { method, path }: Seen): OutgoingAnswer {
    log.error({ error, method, path }, 'A request failed by a bug of the simulator.')
    return internalErrorAnswer(dialect)
  }
}
