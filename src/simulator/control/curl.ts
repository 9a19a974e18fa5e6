import {
  type Dialect,
  type EncodedRequest,
  type Endpoint,
  type EndpointName,
  encodeRequest,
  endpointNamed,
  toWire,
  toWirePath,
} from '../../protocol/index.js'
import { shellQuoted, shellWord } from '../../text/shellWord.js'
import type { DeliveryRequest } from '../delivery/network.js'
import type { CallEntry } from '../journal/entries.js'
import { observedCall } from '../transcribe/observe.js'

/** A call of an endpoint, without the parameters that have their default. */
interface WrittenCall {
  readonly endpoint: Endpoint
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What was called; undefined for a request that led to no endpoint. */
export function writtenCall({ endpoint: name, parameters }: CallEntry): WrittenCall | undefined {
  if (name === undefined) return undefined
  const { parameters: written } = observedCall(name, (parameters ?? {}) as Record<string, unknown>)
  return { endpoint: endpointNamed(name as EndpointName), parameters: written }
}

/** The same as a request, in the server's dialect. */
export function requestOf({ endpoint, parameters }: WrittenCall, dialect: Dialect): EncodedRequest {
  const encoded = encodeRequest({ ...endpoint, path: toWirePath(dialect, endpoint.path) }, parameters)
  const inWords = (fields: EncodedRequest['form']) =>
    fields.map(([name, value]) => [Object.keys(toWire(dialect, { [name]: 0 }))[0] ?? name, value] as const)
  return { ...encoded, query: inWords(encoded.query), form: inWords(encoded.form) }
}

/** A delivery as a shell command. It has the real token, or the receiver would reject it. */
export function deliveryAsCurl({ method, url, headers, body }: DeliveryRequest): string {
  const sent = Object.entries(headers).filter(([name]) => !curlsOwn.has(name.toLowerCase()))
  return curlCommand(method, url, [
    ...sent.map(([name, value]) => ['-H', `${name}: ${value}`] as const),
    ...(body === undefined ? [] : [['--data-binary', body] as const]),
  ])
}

/** A curl command, to be copied into a shell. */
export function curlCommand(
  method: string,
  url: string,
  options: readonly (readonly [option: string, value: string])[],
): string {
  const verb = method === 'GET' ? '-G' : method === 'HEAD' ? '-I' : `-X ${shellWord(method)}`
  const lines = options.map(([option, value]) => `  ${option} ${shellQuoted(value)}`)
  // curl takes brackets for a list of addresses.
  const literal = /[[\]{}]/.test(url) ? '-g ' : ''
  return [`curl -sS ${literal}${verb} ${shellQuoted(url)}`, ...lines].join(' \\\n')
}

/** Headers that curl adds itself. */
const curlsOwn: ReadonlySet<string> = new Set(['content-length', 'connection', 'accept-encoding', 'accept'])
