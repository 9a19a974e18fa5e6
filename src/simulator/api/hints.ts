import { type Dialect, featureRow, type Method } from '../../protocol/index.js'
import { type Route, type Routes, routesOfEveryLevel } from './routes.js'

/** Says, for whoever develops, why a request leads nowhere, so that nobody takes a gap for an answer. */
export interface Hints {
  ofPath(path: string, level: number): string
  ofMethod(path: string, method: string, level: number): string
  /** Whether a server of a later level knows the path, or takes the verb there. */
  comesLater(path: string, method?: string): boolean
}

export function createHints(dialect: Dialect): Hints {
  let everything: Routes | undefined
  const find = (path: string) => {
    everything ??= routesOfEveryLevel(dialect)
    return everything.find(path)
  }
  return {
    ofPath(path, level) {
      if (!path.startsWith(`${root}/`)) return `Nothing is served at ${path}; API paths begin with ${root}.`
      const below = path.slice(root.length)
      const later = find(below)
      if (later !== undefined) return laterHint([...later.methods.values()], level)
      if (find(below.replace(/\/+$/, '')) !== undefined) return `${path} has a slash at its end; leave it out.`
      return `No endpoint of the contract has the path ${below}; the simulator does not make answers up.`
    },
    ofMethod(path, method, level) {
      const later = find(path.slice(root.length))?.methods.get(method as Method)
      return later === undefined ? `No endpoint of the contract is ${method} ${path}.` : laterHint([later], level)
    },
    comesLater(path, method) {
      const methods = find(path.slice(root.length))?.methods
      return method === undefined ? methods !== undefined : methods?.has(method as Method) === true
    },
  }
}

/** Says that the real server has an endpoint which the simulator leaves out. */
export function notSimulatedHint(method: string, path: string): string {
  return `A real server has ${method} ${path}; it is not simulated.`
}

const root = '/api/v1'

function laterHint(routes: readonly Route[], level: number): string {
  const sentences = routes.map(({ endpoint: { name, since } }) =>
    since === undefined ? name : `${name} is there from feature level ${featureRow(since).level} on`,
  )
  return `${sentences.join('; ')}. This server is of level ${level}.`
}
