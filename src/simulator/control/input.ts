import type * as z from 'zod'
import { pathText } from '../../protocol/index.js'
import { BodyTooLarge, type IncomingRequest } from '../api/exchange.js'
import type { ControlEndpoint, ControlInput } from './controlEndpoint.js'
import { ControlError } from './controlError.js'

/** Reads what a request brings by the endpoint's declaration. @throws {ControlError} that names what is wrong */
export async function readInput(
  endpoint: ControlEndpoint,
  request: IncomingRequest,
  path: Readonly<Record<string, string>>,
  query: string,
): Promise<ControlInput<unknown, unknown, unknown>> {
  return {
    path: read(endpoint.pathParameters, path, 'path'),
    query: read(endpoint.query, Object.fromEntries(new URLSearchParams(query)), 'query'),
    body: read(endpoint.body, await bodyOf(request), 'body'),
    header: (name) => request.header(name),
  }
}

function read(schema: z.ZodType, value: unknown, place: string): unknown {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const problems = error.issues.map((issue) => `${pathText([place, ...issue.path.map(step)])}: ${issue.message}`)
  throw new ControlError(400, 'INVALID_REQUEST', problems.join('; '))
}

function step(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key)
}

/** A request without a body counts as one with an empty object. Only JSON is read, which no page elsewhere can send. */
async function bodyOf(request: IncomingRequest): Promise<unknown> {
  if (!request.hasBody) return {}
  const type = (request.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  let bytes: Uint8Array
  try {
    bytes = await request.body(longestBody)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    throw new ControlError(413, 'TOO_LARGE', `The body has more than ${longestBody} bytes; send less.`)
  }
  if (bytes.length === 0) return {}
  if (type !== 'application/json') {
    throw new ControlError(415, 'NOT_JSON', 'The body is not JSON; send it with Content-Type: application/json.')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ControlError(400, 'INVALID_JSON', `The body cannot be read as JSON (${reason}).`)
  }
}

const longestBody = 10 * 1024 * 1024
