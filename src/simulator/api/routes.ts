import type * as z from 'zod/mini'
import {
  type Dialect,
  type Endpoint,
  type EndpointName,
  endpointNamed,
  endpoints,
  endpointsAt,
  hasFeature,
  type Method,
  newestFeatureLevel,
  type OlderParameter,
  olderParameters,
  toWirePath,
  wireKind,
} from '../../protocol/index.js'

/** An endpoint at a feature level, without later parameters. */
export interface Route {
  readonly endpoint: Endpoint
  readonly inPath: readonly string[]
  /** Parameters with other names at this level. */
  readonly older: readonly OlderParameter[]
  /** Parameters that the level lacks, which the realm reads as omitted. */
  readonly later: Readonly<Record<string, z.core.$ZodType>>
}

export const root = '/api/v1'

export interface ApiPath {
  /** Hono's syntax. Parameters are numbered, since methods may name them differently. */
  readonly pattern: string
  readonly declared: ReadonlyMap<Method, Endpoint>
  /** The endpoints at a level; empty if there are none yet. */
  at(level: number): ReadonlyMap<Method, Route>
}

/** All paths in a dialect, specific ones first: `/users/me`, `/users/7`, `/users/a@b`. */
export function apiPaths(dialect: Dialect): readonly ApiPath[] {
  const served = new Set(endpointsAt(newestFeatureLevel, dialect).map(({ name }) => name))
  const byPattern = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints.filter(({ name }) => served.has(name))) {
    const pattern = patternOf(endpoint, dialect)
    byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), endpoint])
  }
  const levels = new Map<number, ReadonlyMap<string, Endpoint>>()
  const endpointAt = (level: number, name: string) => {
    const known = levels.get(level) ?? new Map(endpointsAt(level, dialect).map((one) => [one.name, one]))
    levels.set(level, known)
    return known.get(name)
  }
  return [...byPattern]
    .sort(([one], [other]) => (exactness(one) < exactness(other) ? -1 : 1))
    .map(([pattern, declared]) => {
      const atLevels = new Map<number, ReadonlyMap<Method, Route>>()
      return {
        pattern,
        declared: new Map(declared.map((endpoint) => [endpoint.method, endpoint])),
        at(level) {
          const known = atLevels.get(level)
          if (known !== undefined) return known
          const there = declared.flatMap(({ name }) => endpointAt(level, name) ?? [])
          const routes = new Map(there.map((endpoint) => [endpoint.method, routeOf(endpoint, level)]))
          atLevels.set(level, routes)
          return routes
        },
      }
    })
}

/** For `Allow`; HEAD is allowed wherever GET is. */
export function allowedMethods(methods: ReadonlyMap<Method, unknown>): string[] {
  return [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : [])].sort()
}

function patternOf(endpoint: Endpoint, dialect: Dialect): string {
  let at = 0
  const below = toWirePath(dialect, endpoint.path).replaceAll(/\{(\w+)\}(?=(.?))/g, (_, name: string, next: string) => {
    const schema = endpoint.params[name]
    const isInteger = schema !== undefined && wireKind(schema) === 'json'
    const takesRest = next === '' && endpoint.takesRest === true
    return `:${at++}${isInteger ? '{[0-9]+}' : takesRest ? '{.+}' : ''}`
  })
  return root + below
}

/** Sorts literal segments before integers, and integers before strings. */
function exactness(pattern: string): string {
  const segments = pattern.split('/').map((one) => (one.startsWith(':') ? (one.endsWith('[0-9]+}') ? 1 : 2) : 0))
  return segments.join('')
}

function routeOf(endpoint: Endpoint, level: number): Route {
  const declared = Object.entries(endpointNamed(endpoint.name as EndpointName).params)
  const later = Object.fromEntries(declared.filter(([name]) => !Object.hasOwn(endpoint.params, name)))
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const older = olderParameters.filter((one) => one.endpoint === endpoint.name && !hasFeature(level, one.since))
  if (older.length === 0) return { endpoint, inPath, older, later }
  const names = new Map(older.map(({ parameter, olderName }) => [parameter, olderName]))
  const params = Object.entries(endpoint.params).map(([name, schema]) => [names.get(name) ?? name, schema])
  return { endpoint: { ...endpoint, params: Object.fromEntries(params) }, inPath, older, later }
}
