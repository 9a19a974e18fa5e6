import type { Api, Reply } from '../api/api.js'
import type { IncomingRequest, OutgoingAnswer } from '../api/exchange.js'
import type { ControlContext } from './context.js'
import { type ControlEndpoint, Raw } from './controlEndpoint.js'
import { ControlError, type Problem, problemOf } from './controlError.js'
import { controlEndpoints } from './endpoints/index.js'
import { readInput } from './input.js'
import { createPages } from './pages.js'

/** The control API: what a test or a page does to the simulator from outside. Never throws or rejects. */
export function createControl(context: ControlContext): Api {
  const pages = createPages(context)

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== undefined) return refusal(problem)
      const { method, target } = request
      context.log.error({ error, method, target }, 'A request to the control API failed by a bug of the simulator.')
      return refusal({ status: 500, code: 'INTERNAL', message: 'The simulator failed; see its log.' })
    }
  }

  async function answer(request: IncomingRequest): Promise<Reply> {
    const { path, query } = split(request.target)
    const page = pages(request.method, path)
    if (page !== undefined) return page
    const found = find(path)
    if (found.length === 0) {
      throw new ControlError(404, 'NO_SUCH_PATH', `Nothing is served at ${path}; see /sim/openapi.json for what is.`)
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const match = found.find(({ endpoint }) => endpoint.method === method)
    if (match === undefined) {
      const methods = found.map(({ endpoint }) => endpoint.method).join(', ')
      const problem = { status: 405, code: 'WRONG_METHOD', message: `${path} takes ${methods}, and not ${method}.` }
      return refusal(problem, { Allow: methods })
    }
    const { endpoint, values } = match
    const handled = await endpoint.handle(context, await readInput(endpoint, request, values, query))
    if (handled instanceof Raw) return handled.answer
    return json(endpoint.status ?? 200, handled)
  }
}

/** The answer that says no. */
function refusal({ status, ...error }: Problem, headers: Readonly<Record<string, string>> = {}): OutgoingAnswer {
  return json(status, { error }, headers)
}

function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): OutgoingAnswer {
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body: status === 204 ? '' : `${JSON.stringify(value, null, 2)}\n`,
  }
}

interface Match {
  readonly endpoint: ControlEndpoint
  readonly values: Readonly<Record<string, string>>
}

/** A path of plain words goes before one with parameters. */
function find(path: string): readonly Match[] {
  const matches = controlEndpoints.flatMap((endpoint) => {
    const values = valuesIn(endpoint.path, path)
    return values === undefined ? [] : [{ endpoint, values }]
  })
  const plain = matches.filter(({ values }) => Object.keys(values).length === 0)
  return plain.length > 0 ? plain : matches
}

function valuesIn(declared: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = `/sim${declared}`.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name !== undefined) values[name] = decoded(given[at] ?? '')
    else if (segment !== given[at]) return undefined
  }
  return values
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new ControlError(400, 'INVALID_REQUEST', `The path has a broken percent-encoding in "${segment}".`)
  }
}

function split(target: string): { readonly path: string; readonly query: string } {
  const whole = target.replace(/#.*$/, '')
  const mark = whole.indexOf('?')
  return mark < 0 ? { path: whole, query: '' } : { path: whole.slice(0, mark), query: whole.slice(mark + 1) }
}
