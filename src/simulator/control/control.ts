import type { Context } from 'hono'
import { compress } from 'hono/compress'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import * as z from 'zod'
import { pathText } from '../../protocol/index.js'
import { errorMessage } from '../../values.js'
import {
  type Bindings,
  BodyTooLarge,
  bodyOf,
  decodedPath,
  hasBody,
  type OutgoingAnswer,
  respond,
  sentTarget,
} from '../http/exchange.js'
import { openApi } from '../openapi/openApi.js'
import type { ControlContext, ControlEndpoint } from './controlEndpoint.js'
import { ControlError, type Problem, problemOf } from './controlError.js'
import { controlEndpoints } from './endpoints/index.js'

interface Env {
  readonly Bindings: Bindings
}

type ControlExchange = Context<Env>
type ControlApp = HonoBase<Env>

/** What a playground adds to a simulator's address. */
export interface Playground {
  /** Endpoints of the control API for its page alone. */
  readonly endpoints: readonly ControlEndpoint[]
  /** Its file at `/` or below `/playground/`; undefined if there is none. */
  file(path: string): OutgoingAnswer | undefined
}

/** The control API, and the description of the server's: how a test or a page controls the simulator from outside. */
export function createControl(context: ControlContext, playground?: Playground): ControlApp {
  const app: ControlApp = new HonoBase<Env>({ router: new TrieRouter(), getPath: decodedPath })
  const endpoints = [...controlEndpoints, ...(playground?.endpoints ?? [])]
  app.get('/openapi.json', (c) => {
    const { simulator, dialect } = context
    return json(c, 200, openApi({ featureLevel: simulator.realm.featureLevel, dialect, url: simulator.url }))
  })
  app.get('/sim', (c) => json(c, 200, { endpoints: endpoints.map(described) }))
  for (const path of ['/', '/playground/*']) {
    app.get(path, compress(), (c) => {
      const file = playground?.file(c.req.path)
      return file === undefined ? c.notFound() : respond(c, file)
    })
  }

  // Literal paths go before those with parameters.
  const paths = [...new Set(endpoints.map(({ path }) => path))]
  for (const path of paths.sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))) {
    const route = `/sim${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    const atPath = endpoints.filter((one) => one.path === path)
    for (const endpoint of atPath) app.on(endpoint.method, route, (c) => call(endpoint, c))
    app.all(route, (c) => {
      const methods = atPath.map(({ method }) => method).join(', ')
      const message = `${c.req.path} takes ${methods}, and not ${c.req.method}.`
      return refused(c, { status: 405, code: 'wrong_method', message }, { Allow: methods })
    })
  }
  app.notFound((c) => {
    const message = `Nothing is served at ${c.req.path}; GET /sim lists what is.`
    return refused(c, { status: 404, code: 'no_such_path', message })
  })
  app.onError((error, c) => {
    const problem = problemOf(error)
    if (problem !== undefined) return refused(c, problem)
    const { method, path } = c.req
    context.log.error({ error, method, path }, 'A request to the control API failed by a bug of the simulator.')
    return refused(c, { status: 500, code: 'internal', message: 'The simulator failed; see its log.' })
  })
  return app

  async function call(endpoint: ControlEndpoint, c: ControlExchange): Promise<Response> {
    const input = {
      path: read(endpoint.pathParameters, pathParametersOf(c), 'path'),
      query: read(endpoint.query, Object.fromEntries(new URLSearchParams(sentTarget(c.req.url).query)), 'query'),
      body: read(endpoint.body, await jsonOf(c), 'body'),
      request: c.req.raw,
    }
    const answer = await (async () => endpoint.handle(context, input))().catch((error: unknown) => {
      const isMissing = error instanceof RangeError && endpoint.notFound !== undefined
      throw isMissing ? new ControlError(404, 'not_found', error.message) : error
    })
    return answer instanceof Response ? answer : json(c, endpoint.status ?? 200, answer ?? { done: true })
  }
}

/** An endpoint as data, with JSON Schemas of what it takes and answers. */
function described({ handle: _, path, pathParameters, query, body, answer, ...about }: ControlEndpoint) {
  const schemas = Object.entries({ pathParameters, query, body, answer }).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { io: name === 'answer' ? 'output' : 'input', unrepresentable: 'any' }),
  ])
  return { path: `/sim${path}`, ...about, ...Object.fromEntries(schemas) }
}

function refused(
  c: ControlExchange,
  { status, ...error }: Problem,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return json(c, status, { error }, headers)
}

function json(
  c: ControlExchange,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return c.newResponse(`${JSON.stringify(value, null, 2)}\n`, {
    status: status as 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  })
}

/** Checks a part of a request. @throws {ControlError} that names what is wrong */
function read(schema: z.ZodType, value: unknown, place: string): unknown {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const problems = error.issues.map(({ path, message }) => {
    const steps = path.map((key) => (typeof key === 'number' ? key : String(key)))
    return `${pathText([place, ...steps])}: ${message}`
  })
  throw new ControlError(400, 'invalid_request', problems.join('; '))
}

function pathParametersOf(c: ControlExchange): Record<string, string> {
  const { path } = sentTarget(c.req.url)
  try {
    decodeURIComponent(path)
  } catch {
    throw new ControlError(400, 'invalid_request', `The path ${path} has a broken percent-encoding.`)
  }
  return c.req.param()
}

/** No body counts as an empty object. Only JSON is read, which no foreign page can send. */
async function jsonOf(c: ControlExchange): Promise<unknown> {
  if (!hasBody(c)) return {}
  const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  let bytes: Uint8Array
  try {
    bytes = await bodyOf(c, longestBody)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    throw new ControlError(413, 'too_large', `The body has more than ${longestBody} bytes; send less.`)
  }
  if (bytes.length === 0) return {}
  if (type !== 'application/json') {
    throw new ControlError(415, 'not_json', 'The body is not JSON; send it with Content-Type: application/json.')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const reason = errorMessage(error)
    throw new ControlError(400, 'invalid_json', `The body cannot be read as JSON (${reason}).`)
  }
}

const longestBody = 10 * 1024 * 1024
