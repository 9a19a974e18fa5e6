import * as z from 'zod/mini'
import { parseJson } from '../../values.js'
import { type Endpoint, isInPath } from '../endpoint.js'
import { type WireKind, wireKind } from './wireKind.js'

/** A request before it has an address: what a client sends, and what goes where. */
export interface EncodedRequest {
  /** Below `/api/v1`, with its parameters filled in. */
  readonly path: string
  /** Parameters of a GET, for the query string. */
  readonly query: readonly Field[]
  /** Parameters of any other method, for the form. */
  readonly form: readonly Field[]
  /** Files; where there are any, the form is multipart. */
  readonly files: readonly (readonly [name: string, file: Blob])[]
}

export type Field = readonly [name: string, text: string]

/**
 * Writes parameters as the service reads them: lists and objects as JSON text, booleans and integers as text; in the
 * path where it names them, in the query of a GET, in the form otherwise. Undefined ones are left out.
 *
 * @see spec, conventions
 */
export function encodeRequest(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'params'>,
  params: Readonly<Record<string, unknown>>,
): EncodedRequest {
  const fields: Field[] = []
  const files: [string, Blob][] = []
  let path = endpoint.path
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const value = params[name]
    if (value === undefined) continue
    // What is encoded has no dollar sign, which would mean something here.
    if (isInPath(endpoint, name)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (value instanceof Blob) files.push([name, value])
    else fields.push([name, encodeValue(wireKind(schema), value)])
  }
  return endpoint.method === 'GET' ? { path, query: fields, form: [], files } : { path, query: [], form: fields, files }
}

/**
 * Writes one value: text as it is, everything else as JSON text. Where a server reads either, text that could be taken
 * for JSON (a channel that is called `7`) is written as JSON too.
 */
export function encodeValue(kind: WireKind, value: unknown): string {
  const asText = typeof value === 'string' && (kind === 'text' || (kind === 'either' && parseJson(value) === undefined))
  return asText ? value : JSON.stringify(value)
}

/** What a caller may pass to an endpoint: its parameters and no others. The rules between them come on top. */
export function parametersSchema(endpoint: Endpoint): z.ZodMiniType {
  return z.strictObject(endpoint.params)
}

/** Names of fields, and places in lists from 0 on. */
export type Path = readonly PropertyKey[]

/** A path as people write it: `message.reactions[0].user_id`. */
export function pathText(path: Path): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : (at > 0 ? '.' : '') + String(part))).join('')
}
