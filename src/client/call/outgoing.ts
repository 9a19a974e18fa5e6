import type { EncodedRequest } from '../../protocol/index.js'
import type { WireRequest } from '../exchange/transport.js'
import type { Settings } from '../options.js'

/** Builds the HTTP request; with credentials unless the endpoint is public. Only files take time to encode. */
export function outgoing(
  settings: Settings,
  method: string,
  encoded: EncodedRequest,
  withCredentials: boolean,
): WireRequest | Promise<WireRequest> {
  const { form, files } = encoded
  if (files.length > 0) {
    return multipart(form, files).then((body) => requestOf(settings, method, encoded, withCredentials, body))
  }
  const body = form.length === 0 ? undefined : { body: encodeFields(form), type: 'application/x-www-form-urlencoded' }
  return requestOf(settings, method, encoded, withCredentials, body)
}

interface Body {
  readonly body: string | Uint8Array
  readonly type: string
}

function requestOf(
  { site, secrets, userAgent }: Settings,
  method: string,
  { path, query }: EncodedRequest,
  withCredentials: boolean,
  body: Body | undefined,
): WireRequest {
  const search = query.length === 0 ? '' : `?${encodeFields(query)}`
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
  if (withCredentials) headers.authorization = secrets.authorization
  if (body !== undefined) headers['content-type'] = body.type
  const request = { method, origin: site.origin, path: `${site.prefix}/api/v1${path}${search}`, headers }
  return body === undefined ? request : { ...request, body: body.body }
}

async function multipart(form: EncodedRequest['form'], files: EncodedRequest['files']): Promise<Body> {
  const data = new FormData()
  for (const [name, text] of form) data.append(name, text)
  for (const [name, file] of files) data.append(name, file)
  // The platform encodes the form. It is kept in memory, since the request may be retried.
  const written = new Response(data)
  return {
    body: new Uint8Array(await written.arrayBuffer()),
    type: written.headers.get('content-type') ?? 'multipart/form-data',
  }
}

function encodeFields(fields: EncodedRequest['form']): string {
  const encoded = new URLSearchParams()
  for (const [name, text] of fields) encoded.append(name, text)
  return encoded.toString()
}
