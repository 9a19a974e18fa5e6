import type { Dialect, Endpoint } from '../../protocol/index.js'
import { type Match, type Routes, routesAt } from './routes.js'

/** What a request asks for, as far as its path and query tell. */
export interface Target {
  readonly path: string
  /** Empty when there is none. */
  readonly query: string
  /** Undefined when no endpoint of the server's level has the path. */
  readonly match: Match | undefined
  /** How it was read for a request that brought nothing else along. */
  reading: Reading | undefined
}

/** Parameters as an endpoint understands them. */
export interface Reading {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, unknown>>
  /** Names of parameters that the endpoint does not know. */
  readonly ignored: readonly string[]
}

/** Understands targets. Most requests are the same few again and again, so that those are kept in mind. */
export interface Targets {
  /** What a target comes to on a server that has the features up to a level. */
  at(level: number, target: string): Target
}

export function createTargets(dialect: Dialect): Targets {
  const routesByLevel = new Map<number, Routes>()
  let known = new Map<string, Target>()
  let levelOfKnown = 0

  function routes(level: number): Routes {
    const made = routesByLevel.get(level) ?? routesAt(level, dialect)
    routesByLevel.set(level, made)
    return made
  }

  return {
    at(level, target) {
      if (level !== levelOfKnown) known = new Map()
      levelOfKnown = level
      const found = known.get(target)
      if (found !== undefined) return found
      const { path, query } = splitTarget(target)
      const match = path.startsWith(root) ? routes(level).find(path.slice(rootLength)) : undefined
      const made: Target = { path, query, match, reading: undefined }
      if (target.length > longestKept) return made
      if (known.size >= mostKept) known = new Map()
      known.set(target, made)
      return made
    },
  }
}

/** What the paths of all endpoints begin with. */
export const root = '/api/v1/'
const rootLength = root.length - 1

const mostKept = 500
const longestKept = 500

/** Path and query of a request; the whole address, as it is sent to proxies, is understood too. */
function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const end = local.indexOf('#')
  const whole = end < 0 ? local : local.slice(0, end)
  const mark = whole.indexOf('?')
  return mark < 0
    ? { path: pathIn(whole), query: '' }
    : { path: pathIn(whole.slice(0, mark)), query: whole.slice(mark + 1) }
}

/** Several slashes are one. */
function pathIn(text: string): string {
  return text.replace(/\/{2,}/g, '/') || '/'
}
