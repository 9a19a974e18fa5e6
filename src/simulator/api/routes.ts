import type * as z from 'zod/mini'
import {
  type Dialect,
  type Endpoint,
  type EndpointName,
  endpointNamed,
  endpoints,
  endpointsAt,
  hasFeature,
  isServed,
  type Method,
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
  readonly declared: ReadonlyMap<Method, Endpoint>
  /** The endpoints at a level; empty if there are none yet. */
  at(level: number): ReadonlyMap<Method, Route>
}

/** A path that a request's path fits, with the values in it. Methods may name these differently. */
interface FittingPath {
  readonly apiPath: ApiPath
  readonly values: readonly string[]
}

/** Returns a function that finds the paths which a request's path fits, specific ones first: `/users/me`, `/users/a@b`. */
export function createRouter(dialect: Dialect): (path: string) => readonly FittingPath[] {
  const literal = new Map<string, FittingPath>()
  /** By the first segment below the root, which has no parameters. */
  const patterns = new Map<string, { readonly expression: RegExp; readonly apiPath: ApiPath }[]>()
  for (const [pattern, apiPath] of apiPaths(dialect)) {
    if (!pattern.includes('(')) literal.set(pattern, { apiPath, values: [] })
    else {
      const first = firstSegment(pattern)
      const one = { expression: new RegExp(`^${pattern}$`), apiPath }
      patterns.set(first, [...(patterns.get(first) ?? []), one])
    }
  }
  return (path) => {
    const fitting: FittingPath[] = []
    const same = literal.get(path)
    if (same !== undefined) fitting.push(same)
    for (const { expression, apiPath } of patterns.get(firstSegment(path)) ?? []) {
      const match = expression.exec(path)
      if (match !== null) fitting.push({ apiPath, values: match.slice(1) })
    }
    return fitting
  }
}

function firstSegment(path: string): string {
  const end = path.indexOf('/', root.length + 1)
  return path.slice(root.length, end < 0 ? undefined : end)
}

/** All paths in a dialect as regular expressions, specific ones first. */
function apiPaths(dialect: Dialect): readonly (readonly [pattern: string, apiPath: ApiPath])[] {
  const byPattern = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints.filter((one) => isServed(one, dialect))) {
    for (const pattern of new Set([dialect, dialect.beside ?? []].flat().map((one) => patternOf(endpoint, one)))) {
      byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), endpoint])
    }
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
      const apiPath: ApiPath = {
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
      return [pattern, apiPath]
    })
}

/** For `Allow`; HEAD is allowed wherever GET is. */
export function allowedMethods(methods: ReadonlyMap<Method, unknown>): string[] {
  return [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : [])].sort()
}

const integer = '([0-9]+)'

function patternOf(endpoint: Endpoint, dialect: Dialect): string {
  const below = toWirePath(dialect, endpoint.path).replaceAll(/\{(\w+)\}(?=(.?))/g, (_, name: string, next: string) => {
    const schema = endpoint.params[name]
    if (schema !== undefined && wireKind(schema) === 'json') return integer
    return next === '' && endpoint.takesRest === true ? '(.+)' : '([^/]+)'
  })
  return root + below
}

/** Sorts literal segments before integers, and integers before strings. */
function exactness(pattern: string): string {
  const segments = pattern.replaceAll('[^/]', '.').split('/')
  return segments.map((one) => (one === integer ? 1 : one.startsWith('(') ? 2 : 0)).join('')
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
