import type { EndpointName } from '../protocol/index.js'
import { type Call, callNamed } from '../protocol/lean.js'
import { type Need, needsOf } from './needs.js'

/** What can be worked out about an endpoint before anybody calls it. */
export interface Prepared {
  readonly endpoint: Call
  readonly needs: readonly Need[]
  /** Every call needs the level, whatever its parameters. */
  readonly dependsOnLevel: boolean
}

const prepared = new Map<EndpointName, Prepared>()

/** What is known of the endpoint with this name; worked out once. @throws {RangeError} for a name that nobody declared. */
export function preparedFor(name: EndpointName): Prepared {
  const existing = prepared.get(name)
  if (existing !== undefined) return existing
  const endpoint = callNamed(name)
  if (endpoint === undefined) {
    throw new RangeError(`No endpoint is called "${name}"; the names are in \`endpoints\` of earshot/protocol.`)
  }
  const datesAnswers = endpoint.modernise !== undefined && endpoint.name !== 'server.settings'
  const made: Prepared = {
    endpoint,
    needs: needsOf(endpoint),
    dependsOnLevel: datesAnswers || !(endpoint.repeatable === 'always' || endpoint.repeatable === 'never'),
  }
  prepared.set(name, made)
  return made
}
