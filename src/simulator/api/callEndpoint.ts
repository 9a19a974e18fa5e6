import {
  type Dialect,
  decodeParameters,
  type EndpointName,
  errors,
  fromWire,
  type Method,
  type ReadParams,
} from '../../protocol/index.js'
import type { Faulted, Struck } from '../faults/faulted.js'
import type { Journey } from '../faults/sink.js'
import type { SimulatorLog } from '../log.js'
import type { Realm } from '../realm/realm.js'
import { Refusal } from '../realm/refusal.js'
import type { Account } from '../realm/state.js'
import { headerText, hintHeader, jsonAnswer, noHeaders, refusalAnswer } from './answers.js'
import { refusalStatus, takingNotes } from './assumed.js'
import { shownCredentials } from './authentication.js'
import { mayRefuse } from './declared.js'
import { BodyTooLarge, type IncomingRequest, type OutgoingAnswer } from './exchange.js'
import { malformed, readFields } from './fields.js'
import { bodyLimit, emptyForm, type Form } from './form.js'
import type { RateLimiter } from './rateLimit.js'
import type { Match, Route } from './routes.js'
import type { Reading, Target } from './targets.js'
import type { Seen, Witness } from './witness.js'

/** What calls are made on. */
export interface Service {
  readonly realm: Realm
  readonly dialect: Dialect
  readonly log: SimulatorLog
  readonly strict: boolean
  readonly limiter: RateLimiter | undefined
  readonly witness: Witness
  readonly faulted: Faulted | undefined
}

/** A request whose path is known. */
export interface PathCall {
  readonly request: IncomingRequest
  readonly target: Target
  /** What the target leads to. */
  readonly match: Match
  /** What the body brought, or what was thrown when it was read. */
  readonly form: Form | unknown
  readonly seen: Seen
}

/**
 * Calls the endpoint that path and verb lead to; undefined when the path does not take the verb. The order of the
 * checks is the real server's: verb, header, key, account, rate limit, role, parameters, and then what the realm says.
 *
 * @see spec 5
 */
export function callEndpoint(
  service: Service,
  call: PathCall,
): OutgoingAnswer | Promise<OutgoingAnswer> | Journey | undefined {
  const { request, match, form, seen } = call
  const route = match.methods.get(methodOf(request, form))
  if (route === undefined) return undefined
  seen.endpoint = route.endpoint.name
  seen.access = route.endpoint.access
  const { endpoint } = route
  const carryOut = () => takingNotes(service.realm, request, endpoint, seen, () => callRoute(service, call, route))
  if (service.faulted?.mayStrike !== true) return carryOut()
  return service.faulted.strike({ request, endpoint, carryOut, struck: tellingOf(seen, service.witness) }) ?? carryOut()
}

function tellingOf(seen: Seen, witness: Witness): Struck {
  return {
    by(faults) {
      seen.faults = faults
    },
    answered: (answer) => witness.answered(seen, answer),
    lost: () => witness.lost(seen),
  }
}

function callRoute(service: Service, call: PathCall, route: Route): OutgoingAnswer | Promise<OutgoingAnswer> {
  const { request, form, seen } = call
  const { realm } = service
  let headers = noHeaders
  const refused = (error: unknown): OutgoingAnswer => {
    if (!(error instanceof Refusal)) throw error
    seen.refusal = error.error
    if (error.error.source === 'assumed') realm.noteFixedAssumption('otherErrors')
    const status = refusalStatus(realm, error.error.status)
    return refusalAnswer(service.dialect, error, { ...headers, ...unreadHint(form) }, status)
  }
  try {
    seen.check = 'size'
    if (form instanceof BodyTooLarge)
      throw new Refusal(errors.requestTooLarge, { limit: bodyLimit(request, call.match) })
    seen.check = 'authentication'
    const caller = route.endpoint.access === 'public' ? undefined : authenticated(service, request)
    seen.caller = caller
    seen.check = 'rate limit'
    if (service.limiter !== undefined && caller !== undefined) {
      const counted = service.limiter.count(caller.id)
      headers = counted.headers
      realm.noteFixedAssumption('rateLimit')
      if (counted.refusal !== undefined) throw counted.refusal
    }
    seen.check = 'role'
    service.realm.checkAccess(route.endpoint.name as EndpointName, caller)
    seen.check = 'parameters'
    const { params, ignored } = readParameters(service, route, call)
    seen.parameters = params
    if (ignored.length > 0) seen.ignored = ignored
    seen.check = 'rule'
    service.witness.understood(seen)
    const succeed = (): OutgoingAnswer => {
      const answer = callRealm(service, route, caller, params, request)
      const body: Record<string, unknown> = { result: 'success', msg: '', ...answer }
      if (ignored.length > 0 && service.realm.has('ignoredParameters')) body.ignored_parameters_unsupported = ignored
      return jsonAnswer(service.dialect, 200, body, headers)
    }
    const ready = service.realm.waitFor(route.endpoint.name as EndpointName, caller, params as ReadParams<EndpointName>)
    if (ready === undefined) return succeed()
    const late = () => takingNotes(realm, request, route.endpoint, seen, succeed)
    return ready.then(late).catch(refused)
  } catch (error) {
    return refused(error)
  }
}

/** The account that calls. @throws {Refusal} when the credentials are missing, unreadable or wrong */
export function authenticated({ realm }: Pick<Service, 'realm'>, request: IncomingRequest): Account {
  const { email, apiKey } = shownCredentials(request.header('authorization'))
  return realm.authenticate(email, apiKey)
}

/** HEAD is answered as GET is; a field named `method` of a POST overrides the verb. */
function methodOf({ method }: IncomingRequest, form: unknown): Method {
  if (method === 'HEAD') return 'GET'
  const override = method === 'POST' && isForm(form) ? form.fields.get('method') : undefined
  return (override ?? method) as Method
}

/** What a target alone says is read once, where it is all that a request says. */
function readParameters(service: Service, route: Route, call: PathCall): Reading {
  const { form, target } = call
  const { endpoint } = route
  if (form !== emptyForm || endpoint.method !== 'GET') return readAnew(service, route, call)
  if (target.reading?.endpoint === endpoint) return target.reading
  const reading = readAnew(service, route, call)
  if (Object.values(reading.params).some((value) => typeof value === 'object')) return reading
  // Whoever calls next must find it as it is.
  Object.freeze(reading.params)
  target.reading = reading
  return reading
}

/** Fields are looked up in the body first, then in the query, whatever the verb. */
function readAnew(
  { dialect, realm }: Service,
  { endpoint, inPath, older }: Route,
  { match, target, form, request }: PathCall,
): Reading {
  if (!isForm(form)) throw form
  const { query } = target
  const path: Record<string, string> = {}
  for (let at = 0; at < inPath.length; at += 1) path[inPath[at] ?? ''] = decodedSegment(match.values[at] ?? '')
  let { fields } = form
  if (query !== '') fields = new Map([...readFields(query), ...fields])
  if (request.method === 'POST' && fields.has('method')) {
    fields = new Map([...fields].filter(([name]) => name !== 'method'))
  }
  refuseNull(Object.entries(path))
  if (!endpoint.errors.includes(errors.messageMustNotContainNull)) refuseNull(fields)
  const decoded = decodeParameters(endpoint, { path, fields, files: form.files }, () => realm.assumptions.topicLength)
  if (!decoded.ok) throw new Refusal(decoded.error, decoded.facts)
  const { params } = decoded
  for (const { parameter, olderName, fromOlder } of older) {
    params[parameter] = fromOlder(String(params[olderName]))
    delete params[olderName]
  }
  return { endpoint, params: fromWire(dialect, params), ignored: decoded.ignored }
}

function callRealm(
  { realm, log, strict }: Service,
  { endpoint }: Route,
  caller: Account | undefined,
  params: Record<string, unknown>,
  request: IncomingRequest,
): Record<string, unknown> {
  const client = clientName(request.header('user-agent'))
  try {
    // The parameters were read by this endpoint's own declaration.
    const read = params as ReadParams<EndpointName>
    return realm.call(endpoint.name as EndpointName, caller, read, client === undefined ? {} : { client })
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

function decodedSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  return readFields(segment.replace(/[+&=]/g, encodeURIComponent)).keys().next().value ?? ''
}

function refuseNull(values: Iterable<readonly [name: string, value: string]>): void {
  for (const [name, value] of values) {
    if (value.includes('\0')) throw malformed(`${name} contains a null byte`)
  }
}

/** The product that a `User-Agent` begins with. */
function clientName(agent: string | undefined): string | undefined {
  return agent === undefined ? undefined : /^[^\s/(]+/.exec(agent)?.[0]
}

function unreadHint(form: unknown): Readonly<Record<string, string>> {
  const unread = (isForm(form) ? form : emptyForm).unread
  if (unread === undefined) return {}
  return { [hintHeader]: headerText(`The body (${unread}) was not read: parameters travel as form fields.`) }
}
