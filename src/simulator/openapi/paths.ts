import { type Endpoint, type Method, toWirePath, wireKind } from '../../protocol/index.js'
import { operationOf } from './operation.js'
import { parametersOf } from './requests.js'
import type { Context } from './schemas.js'
import type { HttpVerb, Operation, PathItem } from './types.js'

/**
 * The paths of a server. `/users/{user_id}` and `/users/{email}` are one path for OpenAPI, which tells paths apart by
 * their fixed parts alone: they become `/users/{user_id_or_email}`.
 */
export function pathsOf(declared: readonly Endpoint[], context: Context): Record<string, PathItem> {
  const alike = new Map<string, Endpoint[]>()
  for (const endpoint of declared) {
    const shape = endpoint.path.replaceAll(/\{\w+\}/g, '{}')
    alike.set(shape, [...(alike.get(shape) ?? []), endpoint])
  }
  return Object.fromEntries(
    [...alike.values()].map((endpoints) => {
      const ordered = [...endpoints].sort((one, other) => textsInPath(one) - textsInPath(other))
      const names = joinedNames(ordered)
      const path = toWirePath(context.dialect, ordered[0]?.path ?? '')
      let at = 0
      const joined = path.replaceAll(/\{\w+\}/g, () => `{${names[at++] ?? ''}}`)
      return [joined, itemOf(ordered, names, context)]
    }),
  )
}

const verbs: Readonly<Record<Method, HttpVerb>> = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
}

function itemOf(endpoints: readonly Endpoint[], names: readonly string[], context: Context): PathItem {
  const methods = [...new Set(endpoints.map(({ method }) => method))]
  const operations = methods.map((method): [HttpVerb, Operation] => {
    const ofMethod = endpoints.filter((endpoint) => endpoint.method === method)
    return [verbs[method], operationOf(ofMethod, names, context)]
  })
  return Object.fromEntries(operations)
}

/** One name for every place of a path that holds a parameter: of what it may be, IDs before texts. */
function joinedNames(endpoints: readonly Endpoint[]): string[] {
  const names = endpoints.map(({ path }) => parametersOf(path))
  return (names[0] ?? []).map((_, at) => [...new Set(names.map((one) => one[at] ?? ''))].join('_or_'))
}

function textsInPath({ path, params }: Endpoint): number {
  return parametersOf(path).filter((name) => params[name] !== undefined && wireKind(params[name]) === 'text').length
}
