import { type Endpoint, isInPath } from './endpoint.js'
import type { WireKind } from './wireKind.js'

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

/** What has to be known of an endpoint to call it: where it is, and which parameters it has. */
export interface Encodable<Parameter> extends Pick<Endpoint, 'method' | 'path'> {
  readonly params: Readonly<Record<string, Parameter>>
}

/**
 * Writes parameters as the service reads them: lists and objects as JSON text, booleans and integers as text; in the
 * path where it names them, in the query of a GET, in the form otherwise. Undefined ones are left out.
 *
 * @see spec, conventions
 */
export function encodeAs<Parameter>(
  endpoint: Encodable<Parameter>,
  params: Readonly<Record<string, unknown>>,
  kindOf: (parameter: Parameter) => WireKind,
): EncodedRequest {
  const fields: Field[] = []
  const files: [string, Blob][] = []
  let path = endpoint.path
  for (const { name, kind, placeholder } of placesOf(endpoint, kindOf)) {
    const value = params[name]
    if (value === undefined) continue
    // What is encoded has no dollar sign, which would mean something here.
    if (placeholder !== undefined) path = path.replace(placeholder, encodeURIComponent(String(value)))
    else if (value instanceof Blob) files.push([name, value])
    else fields.push([name, encodeValue(kind, value)])
  }
  return endpoint.method === 'GET' ? { path, query: fields, form: [], files } : { path, query: [], form: fields, files }
}

/** Where a parameter goes, and how it is written. */
interface Place {
  readonly name: string
  readonly kind: WireKind
  /** What stands for it in the path, if it goes there. */
  readonly placeholder: string | undefined
}

const places = new WeakMap<object, readonly Place[]>()

/** Found out once for each endpoint. */
function placesOf<Parameter>(
  endpoint: Encodable<Parameter>,
  kindOf: (parameter: Parameter) => WireKind,
): readonly Place[] {
  const known = places.get(endpoint)
  if (known !== undefined) return known
  const found = Object.entries(endpoint.params).map(([name, parameter]) => ({
    name,
    kind: kindOf(parameter),
    placeholder: isInPath(endpoint, name) ? `{${name}}` : undefined,
  }))
  places.set(endpoint, found)
  return found
}

/**
 * Writes one value: text as it is, everything else as JSON text. Where a server reads either, text that could be taken
 * for JSON (a channel that is called `7`) is written as JSON too.
 */
export function encodeValue(kind: WireKind, value: unknown): string {
  const asText = typeof value === 'string' && (kind === 'text' || (kind === 'either' && !isJson(value)))
  return asText ? value : JSON.stringify(value)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
