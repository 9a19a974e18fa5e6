import type { Transport, WireRequest } from '../../client/index.js'
import { type EndpointName, newestFeatureLevel } from '../../protocol/index.js'
import { type Connection, clientFor } from '../shared/connection.js'
import { callNamed } from './callNamed.js'

/** A request as it would be sent, its credentials masked. */
export interface DryRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The form as text; of a file only how long it is. */
  readonly body?: string
}

/** What a call would send to a server of the newest level. Nothing is sent, not even to ask for level and dialect. */
export async function dryRun(
  connection: Connection,
  name: EndpointName,
  params: Readonly<Record<string, unknown>>,
): Promise<DryRequest> {
  let caught: WireRequest | undefined
  const transport: Transport = {
    send: (request) => {
      caught = request
      return Promise.reject(new Error('Nothing is sent in a dry run.'))
    },
  }
  const client = clientFor(
    { dialect: 'svc', ...connection },
    { transport, featureLevel: newestFeatureLevel, retry: { attempts: 1 } },
  )
  try {
    await callNamed(client, name, params, {})
  } catch (error) {
    if (caught === undefined) throw error
  }
  if (caught === undefined) throw new TypeError(`${name} would send nothing.`)
  const { method, origin, path, headers, body } = caught
  return {
    method,
    url: origin + path,
    headers: headers.authorization === undefined ? headers : { ...headers, authorization: 'Basic ***' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : `(${body.length} bytes)` }),
  }
}

/** The same as HTTP writes it. */
export function requestText({ method, url, headers, body }: DryRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${url}`, ...lines, ...(body === undefined ? [] : ['', body]), ''].join('\n')
}
