import { type Endpoint, featureRow, type Method, notSimulated } from '../../protocol/index.js'
import { type ApiPath, root } from './routes.js'

/**
 * Tells developers why a path leads nowhere, so that nobody takes a gap in the simulator for the server's answer. `later`
 * is the path where servers of a later level have it; `isEndpoint` tells whether some level has an endpoint at a path.
 */
export function pathHint(
  path: string,
  level: number,
  later: ApiPath | undefined,
  isEndpoint: (path: string) => boolean,
): string {
  if (!path.startsWith(`${root}/`)) return `Nothing is served at ${path}; API paths begin with ${root}.`
  if (later !== undefined) return laterHint([...later.declared.values()], level)
  if (path.endsWith('/') && isEndpoint(path.slice(0, -1))) return `${path} has a slash at its end; leave it out.`
  return `No endpoint of the contract has the path ${path.slice(root.length)}; the simulator does not make answers up.`
}

/** Tells developers why a path does not take a method. */
export function methodHint(path: string, method: string, level: number, { declared }: ApiPath): string {
  const later = declared.get(method as Method)
  return later === undefined ? `No endpoint of the contract is ${method} ${path}.` : laterHint([later], level)
}

/** Says that the real server has an endpoint that the simulator leaves out; undefined if it has none. */
export function notSimulatedHint(method: string, path: string): string | undefined {
  const isLeftOut = leftOut.some((pattern) => pattern.test(`${method} ${path.slice(root.length)}`))
  return isLeftOut ? `A real server has ${method} ${path}; it is not simulated.` : undefined
}

const leftOut: readonly RegExp[] = notSimulated.map(
  (endpoint) => new RegExp(`^${endpoint.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
)

function laterHint(endpoints: readonly Endpoint[], level: number): string {
  const sentences = endpoints.map(({ name, since }) =>
    since === undefined ? name : `${name} is there from feature level ${featureRow(since).level} on`,
  )
  return `${sentences.join('; ')}. This server is of level ${level}.`
}
