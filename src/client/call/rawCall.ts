import type { Field } from '../../protocol/index.js'
import { checkOptions, type OptionNames } from '../../text/index.js'
import { percentDecoded } from '../../values.js'
import { InvalidParameterError } from '../errors/localErrors.js'
import { exchange } from '../exchange/exchange.js'
import { WatchedCall } from '../exchange/watched.js'
import { type CallOptions, callOptions, limitOf, type Settings } from '../options.js'
import { type Json, objectOf, reportIgnored } from './answers.js'
import { outgoing } from './outgoing.js'

export type RequestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The options of `client.request`. */
export interface RequestOptions extends CallOptions {
  /** Whether the call has the same effect twice, so that it can be retried. (default: true for GET only) */
  readonly repeatable?: boolean
}

/** A call of `client.request`. */
interface RawCall extends RequestOptions {
  readonly method: RequestMethod
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
}

const rawCall: OptionNames<RawCall> = { ...callOptions, method: true, path: true, params: true, repeatable: true }

/** Calls an endpoint with the server's own names, and returns the response unchanged. */
export async function callRaw(settings: Settings, call: RawCall): Promise<Json> {
  checkOptions('client.request', call, rawCall)
  const { method, path, params, repeatable = method === 'GET' } = call
  if (!methods.includes(method)) {
    throw new InvalidParameterError('client.request', 'method', `must be one of ${methods.join(', ')}`, howTo)
  }
  checkPath(settings, path)
  if (typeof params !== 'object' || params === null) {
    throw new InvalidParameterError('client.request', 'params', 'is not an object', howTo)
  }
  const name = `${method} ${path}`
  const limit = limitOf(settings, call)
  const { fields, files } = split(params)
  const encoded = method === 'GET' ? { query: fields, form: [], files: [] } : { query: [], form: fields, files }
  if (method === 'GET' && files.length > 0) {
    throw new InvalidParameterError(name, files[0]?.[0] ?? '', "is a file, which a GET request can't send", howTo)
  }
  const request = await outgoing(settings, method, { path, ...encoded }, true)
  const watch = (call.observe ?? settings.observe)?.({
    endpoint: name,
    method,
    origin: request.origin,
    template: undefined,
  })
  const watched = watch && new WatchedCall(watch, settings.clock)
  try {
    const delivered = await exchange(settings, { endpoint: name, request, repeatable, limit }, watched)
    const answer = objectOf(delivered, request, settings)
    reportIgnored(settings, name, answer)
    watched?.succeeded()
    return answer
  } catch (error) {
    watched?.failed(error)
    throw error
  }
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const howTo = "Call it as client.request('GET', '/users/me', { … })."

/** The credentials are sent along, so the path has to stay below `/api/v1` of this server. */
function checkPath({ site }: Settings, path: unknown): void {
  const problem = typeof path === 'string' ? problemOf(path, site.origin, `${site.prefix}/api/v1`) : 'is not a string'
  if (problem !== undefined) throw new InvalidParameterError('client.request', 'path', problem, howTo)
}

function problemOf(path: string, origin: string, below: string): string | undefined {
  if (!path.startsWith('/')) return 'does not start with a slash'
  if (/[?#]/.test(path)) return 'contains a query or a fragment'
  if (/(^|[/\\])\.\.?([/\\]|$)/.test(percentDecoded(path) ?? path)) return 'has the segment `.` or `..`'
  // The platform's URL parser decides where the request goes, so the check uses the same parser.
  const read = new URL(origin + below + path)
  return read.origin === origin && read.pathname === below + path ? undefined : 'is not percent-encoded'
}

function split(params: Readonly<Record<string, unknown>>) {
  const fields: Field[] = []
  const files: [string, Blob][] = []
  for (const [name, value] of Object.entries(params)) {
    if (value instanceof Blob) files.push([name, value])
    else if (value !== undefined) fields.push([name, typeof value === 'string' ? value : JSON.stringify(value)])
  }
  return { fields, files }
}
