import {
  type Dialect,
  type EncodedRequest,
  type Endpoint,
  type EndpointName,
  encodeRequest,
  endpointNamed,
  toWire,
  toWirePath,
} from '../../../protocol/index.js'
import type { JournalEntry } from '../../journal/entries.js'

export type CallEntry = Extract<JournalEntry, { kind: 'call' }>

/** A call of an endpoint as it was written down: what is sent, without what would be so anyway. */
export interface WrittenCall {
  readonly endpoint: Endpoint
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What was called; undefined for a request that led to no endpoint. */
export function writtenCall({ endpoint: name, parameters }: CallEntry): WrittenCall | undefined {
  if (name === undefined) return undefined
  const endpoint: Endpoint = endpointNamed(name as EndpointName)
  const given = Object.entries((parameters ?? {}) as Record<string, unknown>)
  const said = given.filter(([parameter, value]) => !isDefault(endpoint, parameter, value))
  return { endpoint, parameters: Object.fromEntries(said) }
}

/** The same as a request, in the words of the server. */
export function requestOf({ endpoint, parameters }: WrittenCall, dialect: Dialect): EncodedRequest {
  const encoded = encodeRequest({ ...endpoint, path: toWirePath(dialect, endpoint.path) }, parameters)
  const inWords = (fields: EncodedRequest['form']) =>
    fields.map(([name, value]) => [Object.keys(toWire(dialect, { [name]: 0 }))[0] ?? name, value] as const)
  return { ...encoded, query: inWords(encoded.query), form: inWords(encoded.form) }
}

function isDefault({ params }: Endpoint, parameter: string, value: unknown): boolean {
  const { type, defaultValue } = (params[parameter]?._zod.def ?? {}) as { type?: string; defaultValue?: unknown }
  return type === 'default' && JSON.stringify(defaultValue) === JSON.stringify(value)
}
