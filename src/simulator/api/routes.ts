import {
  type Dialect,
  type Endpoint,
  endpoints,
  type FeatureId,
  featureLevels,
  hasFeature,
  isInPath,
  type Method,
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

/** What a path leads to: endpoints by method, and the texts that its parameters took. */
export interface Match {
  readonly methods: ReadonlyMap<Method, Route>
  readonly values: readonly string[]
}

/** Finds endpoints by path. */
export interface Routes {
  /** The path is below `/api/v1` and not decoded. Undefined when no endpoint has it. */
  find(path: string): Match | undefined
}

/** The endpoints that a server of this level has, under the paths of this dialect. */
export function routesAt(level: number, dialect: Dialect): Routes {
  return routesOf(
    endpoints.filter((endpoint: Endpoint) => endpoint.since === undefined || hasFeature(level, endpoint.since)),
    dialect,
    level,
  )
}

/** The endpoints of every level: for telling a path that came later from one that never was. */
export function routesOfEveryLevel(dialect: Dialect): Routes {
  return routesOf(endpoints, dialect, undefined)
}

/** The verbs of a path, as `Allow` lists them; HEAD goes wherever GET does. */
export function allowedMethods({ methods }: Match): string[] {
  const names: string[] = [...methods.keys()]
  if (methods.has('GET')) names.push('HEAD')
  return names.sort()
}

/** One segment of the paths that are known, and what may follow it. */
interface Branch {
  readonly literals: Map<string, Branch>
  integer: Branch | undefined
  text: Branch | undefined
  readonly methods: Map<Method, Route>
  /** Whether its segment may be followed by others, which belong to the same parameter. */
  takesRest: boolean
}

function routesOf(declared: readonly Endpoint[], dialect: Dialect, level: number | undefined): Routes {
  const root = newBranch()
  for (const endpoint of declared) {
    // The spec's 4.19 stands in its documentation only; a server of another dialect has no such path.
    if (endpoint.name === 'outgoingWebhook.latest' && dialect.name !== 'svc') continue
    const inPath: string[] = []
    let branch = root
    for (const segment of toWirePath(dialect, endpoint.path).slice(1).split('/')) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      branch = name === undefined ? literalBranch(branch, segment) : parameterBranch(branch, endpoint, name)
      if (name !== undefined) inPath.push(name)
    }
    branch.takesRest = endpoint.takesRest === true
    const older = olderParameters.filter(
      (one) => one.endpoint === endpoint.name && level !== undefined && !hasFeature(level, one.since),
    )
    const asThen = level === undefined ? endpoint : withOlderNames(asOf(level, endpoint), older)
    branch.methods.set(endpoint.method, { endpoint: asThen, inPath, older })
  }
  return { find: (path) => follow(root, path.slice(1).split('/'), 0, []) }
}

function newBranch(): Branch {
  return { literals: new Map(), integer: undefined, text: undefined, methods: new Map(), takesRest: false }
}

function literalBranch(branch: Branch, segment: string): Branch {
  const known = branch.literals.get(segment)
  if (known !== undefined) return known
  const added = newBranch()
  branch.literals.set(segment, added)
  return added
}

function parameterBranch(branch: Branch, endpoint: Endpoint, name: string): Branch {
  const schema = endpoint.params[name]
  if (schema !== undefined && wireKind(schema) === 'json') {
    branch.integer ??= newBranch()
    return branch.integer
  }
  branch.text ??= newBranch()
  return branch.text
}

/** A word that is known goes before an integer, an integer before text: `/users/me`, `/users/7`, `/users/a@b`. */
function follow(branch: Branch, segments: readonly string[], at: number, values: readonly string[]): Match | undefined {
  const segment = segments[at]
  if (segment === undefined) return branch.methods.size > 0 ? { methods: branch.methods, values } : undefined
  const literal = branch.literals.get(segment)
  const found = literal && follow(literal, segments, at + 1, values)
  if (found !== undefined) return found
  if (branch.integer !== undefined && /^\d+$/.test(segment)) {
    const number = segment.replace(/^0+(?=\d)/, '')
    const counted = follow(branch.integer, segments, at + 1, [...values, number])
    if (counted !== undefined) return counted
  }
  if (branch.text === undefined || segment === '') return undefined
  if (branch.text.takesRest) return follow(branch.text, [], 0, [...values, segments.slice(at).join('/')])
  return follow(branch.text, segments, at + 1, [...values, segment])
}

interface LaterParameter {
  readonly id: FeatureId
  readonly endpoint: string
  readonly parameter: string
}

const laterParameters: readonly LaterParameter[] = featureLevels.flatMap(({ id, kind, appliesTo }) =>
  kind === 'parameter' && 'endpoint' in appliesTo && 'parameter' in appliesTo
    ? [{ id, endpoint: appliesTo.endpoint, parameter: appliesTo.parameter }]
    : [],
)

function asOf(level: number, endpoint: Endpoint): Endpoint {
  const missing = new Set(
    laterParameters
      .filter((later) => later.endpoint === endpoint.name && !hasFeature(level, later.id))
      .map((later) => later.parameter),
  )
  if (missing.size === 0) return endpoint
  const params = Object.entries(endpoint.params).filter(([name]) => !missing.has(name) || isInPath(endpoint, name))
  return { ...endpoint, params: Object.fromEntries(params) }
}

function withOlderNames(endpoint: Endpoint, older: readonly OlderParameter[]): Endpoint {
  if (older.length === 0) return endpoint
  const names = new Map(older.map(({ parameter, olderName }) => [parameter, olderName]))
  const params = Object.entries(endpoint.params).map(([name, schema]) => [names.get(name) ?? name, schema])
  return { ...endpoint, params: Object.fromEntries(params) }
}
