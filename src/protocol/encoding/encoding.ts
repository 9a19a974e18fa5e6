import type * as z from 'zod/mini'
import { parseJson } from '../../values.js'
import { type Dialect, svcDialect, toWire, toWirePath } from '../dialect.js'
import { type Endpoint, isInPath } from '../endpoint.js'
import { strictObject } from '../entity.js'
import { type WireKind, wireKind } from './wireKind.js'

/** A request without its host, split by where each part goes. */
export interface EncodedRequest {
  /** The path below `/api/v1`, with its parameters filled in. */
  readonly path: string
  /** Parameters of a GET, for the query string. */
  readonly query: readonly Field[]
  /** Parameters of any other method, for the form. */
  readonly form: readonly Field[]
  /** Files; if there are any, the form is multipart. */
  readonly files: readonly (readonly [name: string, file: Blob])[]
}

export type Field = readonly [name: string, text: string]

/**
 * Encodes parameters as the server reads them: lists and objects as JSON, booleans and integers as text. Parameters that
 * the path names go there; all others go in the query of a GET, or in the form. Undefined ones are omitted.
 *
 * @param dialect The server's. The parameters have their neutral names and values.
 */
export function encodeRequest(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'params'>,
  params: Readonly<Record<string, unknown>>,
  dialect: Dialect = svcDialect,
): EncodedRequest {
  const fields: Field[] = []
  const files: [string, Blob][] = []
  const values = toWire(dialect, params)
  const template = toWirePath(dialect, endpoint.path)
  let path = template
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const wireName = dialect.fields[name] ?? name
    const value = values[wireName]
    if (value === undefined) continue
    // An encoded value contains no dollar sign, which `replace` would interpret.
    if (isInPath({ path: template }, name)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (value instanceof Blob) files.push([name, value])
    else fields.push([wireName, encodeValue(wireKind(schema), value)])
  }
  return endpoint.method === 'GET' ? { path, query: fields, form: [], files } : { path, query: [], form: fields, files }
}

/**
 * Encodes one value: a string as is, everything else as JSON. Where a server reads either, a string that could be taken
 * for JSON (a channel named `7`) is encoded as JSON too.
 */
export function encodeValue(kind: WireKind, value: unknown): string {
  const asText = typeof value === 'string' && (kind === 'text' || (kind === 'either' && parseJson(value) === undefined))
  return asText ? value : JSON.stringify(value)
}

/** What a caller may pass to an endpoint: its parameters and no others. Its `rules` are checked separately. */
export function parametersSchema(endpoint: Endpoint): z.ZodMiniType {
  return strictObject(endpoint.params)
}
