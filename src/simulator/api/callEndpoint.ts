import { tryDecodeURIComponent } from 'hono/utils/url'
import type * as z from 'zod/mini'
import {
  accessAt,
  type Dialect,
  decodeParameters,
  type Endpoint,
  type EndpointName,
  type ErrorRow,
  errors,
  errorsOf,
  type Method,
  newestAnchor,
  type ReadParams,
} from '../../protocol/index.js'
import type { SimulatorLog } from '../base/log.js'
import {
  BodyTooLarge,
  type Exchange,
  malformed,
  type OutgoingAnswer,
  type Reply,
  sentTarget,
} from '../http/exchange.js'
import { authenticate } from '../realm/access/accounts.js'
import { type CallContext, checkAccess, unnamedClient } from '../realm/access/operation.js'
import type { Realm } from '../realm/realm.js'
import { Refusal, refusalOn } from '../realm/world/refusal.js'
import type { Account } from '../realm/world/state.js'
import { headerText, hintHeader, jsonAnswer, refusalAnswer } from './answers.js'
import { notingAssumptions, refusalStatus } from './assumed.js'
import { sentCredentials } from './authentication.js'
import type { FaultyCalls } from './faultyCalls.js'
import { fileRefusal, isFileRefusal, loginRedirect } from './files.js'
import { bodyLimit, emptyForm, type Form, readFields } from './form.js'
import type { RateLimiter } from './rateLimit.js'
import { clientHeader, playgroundClient, type RequestObserver, type RequestTrace } from './requestTrace.js'
import type { Route } from './routes.js'

export interface Service {
  readonly realm: Realm
  readonly dialect: Dialect
  readonly log: SimulatorLog
  /** Answers an undeclared refusal with an internal error, so that tests notice it. */
  readonly strict: boolean
  readonly limiter: RateLimiter
  readonly observer: RequestObserver
  readonly faultyCalls: FaultyCalls
}

export interface PathCall {
  readonly c: Exchange
  /** The endpoints at the path. */
  readonly methods: ReadonlyMap<Method, Route>
  /** The values in the path. */
  readonly values: readonly string[]
  /** The form in the body, or the error from reading it. */
  readonly form: Form | unknown
  readonly trace: RequestTrace
}

/**
 * Calls the endpoint at a path and method; undefined if the path doesn't support the method. The checks run in the real
 * server's order: verb, header, key, account, rate limit, role, parameters, and then the realm's own rules.
 */
export function callEndpoint(service: Service, call: PathCall): Reply | Promise<Reply> | undefined {
  const { c, methods, form, trace } = call
  const route = methods.get(methodOf(c.req, form))
  if (route === undefined) return undefined
  const { endpoint } = route
  trace.endpoint = endpoint.name
  trace.access = accessAt(endpoint, (id) => service.realm.has(id))
  const carryOut = () => notingAssumptions(service.realm, c.req, endpoint, trace, () => callRoute(service, call, route))
  return service.faultyCalls({ request: c.req, endpoint, trace, carryOut }) ?? carryOut()
}

function callRoute(service: Service, call: PathCall, route: Route): OutgoingAnswer | Promise<OutgoingAnswer> {
  const { c, form, trace } = call
  const { realm } = service
  let headers: Readonly<Record<string, string>> = {}
  const refused = (error: unknown): OutgoingAnswer => {
    if (!(error instanceof Refusal)) throw error
    trace.refusal = error.error
    if (error.error.source === 'assumed') realm.noteFixedAssumption('otherErrors')
    const status = refusalStatus(realm, error.error.status)
    const worded = refusalOn(error, (feature) => realm.has(feature))
    if (isFileRefusal(error)) return fileRefusal(realm, c, worded, true)
    // A program that takes pages is taken for a browser without a session.
    if (error.error === errors.notLoggedIn && c.req.header('accept')?.includes('text/html') === true)
      return loginRedirect(sentTarget(c.req.url).path)
    return refusalAnswer(service.dialect, worded, { ...headers, ...unreadHint(form) }, status)
  }
  try {
    trace.check = 'size'
    if (form instanceof BodyTooLarge) throw new Refusal(errors.requestTooLarge, { limit: bodyLimit(c, call.methods) })
    trace.check = 'authentication'
    const caller = route.endpoint.access === 'public' ? undefined : authenticated(realm, c)
    trace.caller = caller
    trace.check = 'rate limit'
    if (caller !== undefined) {
      const counted = service.limiter.count(caller.id)
      headers = counted.headers
      if (counted.exceeds) realm.noteFixedAssumption('rateLimit')
      if (counted.refusal !== undefined) throw counted.refusal
    }
    trace.check = 'role'
    checkAccess(service.realm.world, route.endpoint.name as EndpointName, caller)
    trace.check = 'parameters'
    const { params, ignored, client } = readParameters(service, route, call)
    trace.parameters = params
    if (ignored.length > 0) trace.ignored = ignored
    trace.check = 'rule'
    service.observer.understood(trace)
    const succeed = (): OutgoingAnswer => {
      const context = { client: client ?? clientOf(c), image: isForm(form) ? form.image : undefined }
      const answer = callRealm(service, route, caller, params, context)
      const body: Record<string, unknown> = { result: 'success', msg: '', ...answer }
      if (ignored.length > 0 && service.realm.has('ignoredParameters')) {
        const { ignored_parameters_unsupported: unknown = [] } = answer
        body.ignored_parameters_unsupported = [...ignored, ...(unknown as string[])].sort()
      }
      return jsonAnswer(service.dialect, 200, body, headers)
    }
    const ready = service.realm.waitFor(route.endpoint.name as EndpointName, caller, params as ReadParams<EndpointName>)
    if (ready === undefined) return succeed()
    const late = () => notingAssumptions(realm, c.req, route.endpoint, trace, succeed)
    return ready.then(late).catch(refused)
  } catch (error) {
    return refused(error)
  }
}

/** @throws {Refusal} if the credentials are missing, unreadable or wrong */
export function authenticated(realm: Realm, { req }: Exchange): Account {
  const { email, apiKey } = sentCredentials(req.header('authorization'))
  return authenticate(realm.world, email, apiKey)
}

/** HEAD is answered like GET; a field named `method` in a POST overrides the method. */
function methodOf({ method }: Exchange['req'], form: unknown): Method {
  if (method === 'HEAD') return 'GET'
  const override = method === 'POST' && isForm(form) ? form.fields.get('method') : undefined
  return (override ?? method) as Method
}

/** A field in the body overrides one in the query. */
function readParameters({ realm }: Service, { endpoint, inPath, older, later }: Route, { form, c, values }: PathCall) {
  if (!isForm(form)) throw form
  const { query } = sentTarget(c.req.url)
  const path = Object.fromEntries(inPath.map((name, at) => [name, pathValue(tryDecodeURIComponent(values[at] ?? ''))]))
  let { fields } = form
  if (query !== '') fields = new Map([...readFields(query), ...fields])
  if (c.req.method === 'POST' && fields.has('method')) {
    fields = new Map([...fields].filter(([name]) => name !== 'method'))
  }
  const anchor = endpoint.params.anchor && fields.get('anchor')
  if (anchor !== undefined) fields = new Map([...fields, ['anchor', anchorInRange(anchor)]])
  refuseNull(Object.entries(path))
  if (!errorsOf(endpoint).includes('messageMustNotContainNull')) refuseNull(fields)
  const client = fields.get('client')?.trim().slice(0, longestClient)
  const decoded = decodeParameters(endpoint, { path, fields, files: form.files }, () => realm.assumptions.topicLength)
  if (!decoded.ok) {
    const isMissingEvents = endpoint.name === 'events.get' && decoded.error === errors.missingParameter
    throw new Refusal(isMissingEvents ? errors.missingEventArgument : decoded.error, decoded.facts)
  }
  const { params } = decoded
  for (const [name, schema] of Object.entries(later)) {
    const { data } = (schema as z.ZodMiniType).safeParse(undefined)
    if (data !== undefined) params[name] = data
  }
  for (const { parameter, olderName, fromOlder } of older) {
    params[parameter] = fromOlder(String(params[olderName]))
    delete params[olderName]
  }
  return { params, ignored: decoded.ignored.filter((name) => name !== 'client'), client }
}

function callRealm(
  { realm, log, strict }: Service,
  { endpoint }: Route,
  caller: Account | undefined,
  params: Record<string, unknown>,
  context: CallContext,
): Record<string, unknown> {
  try {
    // They were decoded by this endpoint's own declaration.
    const read = params as ReadParams<EndpointName>
    return realm.call(endpoint.name as EndpointName, caller, read, context)
  } catch (error) {
    if (error instanceof Refusal && !mayRefuse(endpoint, error.error)) {
      const sentence = `${endpoint.name} refused with "${error.error.msg}", which its declaration does not list.`
      if (strict) throw new Error(sentence, { cause: error })
      log.warn({ endpoint: endpoint.name, error: error.error }, sentence)
    }
    throw error
  }
}

function isForm(form: unknown): form is Form {
  return typeof form === 'object' && form !== null && 'fields' in form && 'files' in form
}

/** Any whole number is an anchor: one below zero stands for the oldest message, and a larger one than all IDs for the newest. */
function anchorInRange(text: string): string {
  if (!/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text)) return text
  const anchor = Number(text.replaceAll('_', ''))
  return String(Number.isSafeInteger(anchor) ? Math.max(anchor, 0) : anchor < 0 ? 0 : newestAnchor)
}

function pathValue(text: string): string {
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}

function refuseNull(values: Iterable<readonly [name: string, value: string]>): void {
  for (const [name, value] of values) {
    if (value.includes('\0')) throw malformed(`${name} contains a null byte`)
  }
}

/** The longest name of a client that a request can give as `client`. */
const longestClient = 30

/** The playground is the simulator's own app. */
function clientOf({ req }: Exchange): string {
  if (req.header(clientHeader) === playgroundClient) return 'website'
  return /^[^\s/(]+/.exec(req.header('user-agent') ?? '')?.[0] ?? unnamedClient
}

function unreadHint(form: unknown): Readonly<Record<string, string>> {
  const unread = (isForm(form) ? form : emptyForm).unread
  if (unread === undefined) return {}
  return { [hintHeader]: headerText(`The body (${unread}) was not read: parameters written as form fields.`) }
}

/** Whether a refusal is declared by the endpoint, or possible at every endpoint. */
function mayRefuse(endpoint: Endpoint, error: ErrorRow): boolean {
  return errorsOf(endpoint).some((id) => errors[id] === error) || refusedEverywhere.has(error)
}

const refusedEverywhere: ReadonlySet<ErrorRow> = new Set<ErrorRow>([
  errors.notForBots,
  errors.notForGuests,
  errors.mustBeAdministrator,
  errors.missingParameter,
  errors.notAString,
  errors.invalidWord,
  errors.notInList,
  errors.tooLong,
  errors.blank,
])
