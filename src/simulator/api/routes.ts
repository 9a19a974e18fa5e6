import {
  type Dialect,
  type Endpoint,
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

/** An endpoint as a server of some level has it: without the parameters that came later. */
export interface Route {
  readonly endpoint: Endpoint
  /** Names of the path's parameters, in order. */
  readonly inPath: readonly string[]
  /** The parameters that this level knows by another name. */
  readonly older: readonly OlderParameter[]
}

/** What the paths of all endpoints begin with. */
export const root = '/api/v1'

/** A path of the API, on servers of any level. */
export interface ApiPath {
  /** As Hono takes it. The parameters are numbered, as two verbs may call the same one differently. */
  readonly pattern: string
  /** The endpoints of every level, by verb. */
  readonly declared: ReadonlyMap<Method, Endpoint>
  /** What a server of a level has there; empty when it has nothing yet. */
  at(level: number): ReadonlyMap<Method, Route>
}

/** Every path of the API in a dialect. Those that are more exact come first: `/users/me`, `/users/7`, `/users/a@b`. */
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

/** The verbs of a path, as `Allow` lists them; HEAD goes wherever GET does. */
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

/** Sorts fixed segments before integers, and integers before texts. */
function exactness(pattern: string): string {
  const segments = pattern.split('/').map((one) => (one.startsWith(':') ? (one.endsWith('[0-9]+}') ? 1 : 2) : 0))
  return segments.join('')
}

function routeOf(endpoint: Endpoint, level: number): Route {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const older = olderParameters.filter((one) => one.endpoint === endpoint.name && !hasFeature(level, one.since))
  if (older.length === 0) return { endpoint, inPath, older }
  const names = new Map(older.map(({ parameter, olderName }) => [parameter, olderName]))
  const params = Object.entries(endpoint.params).map(([name, schema]) => [names.get(name) ?? name, schema])
  return { endpoint: { ...endpoint, params: Object.fromEntries(params) }, inPath, older }
}
