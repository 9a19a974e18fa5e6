import { type Dialect, svcDialect } from '../dialect.js'
import { type Endpoint, isInPath } from '../endpoint.js'
import { endpoints } from '../endpoints/index.js'
import { latestNotification } from '../endpoints/messages/outgoingWebhook.js'
import type { FeatureLevelRow } from './featureLevel.js'
import { hasFeature } from './features.js'
import { featureLevels } from './levels.js'

/** The endpoints as a server of this level has them: without those, and without the parameters, that came later. */
export function endpointsAt(level: number, dialect: Dialect = svcDialect): readonly Endpoint[] {
  const missing = new Set(laterThan(level).map(({ appliesTo: { endpoint, parameter } }) => `${endpoint} ${parameter}`))
  return endpoints
    .filter((declared: Endpoint) => declared.since === undefined || hasFeature(level, declared.since))
    .filter((declared: Endpoint) => isServed(declared, dialect))
    .map((declared: Endpoint) => {
      const params = Object.entries(declared.params)
      const known = params.filter(([name]) => isInPath(declared, name) || !missing.has(`${declared.name} ${name}`))
      return known.length === params.length ? declared : { ...declared, params: Object.fromEntries(known) }
    })
}

/** The spec's 4.19 stands in its documentation only; a server of another dialect has no such path. */
function isServed(declared: Endpoint, dialect: Dialect): boolean {
  return declared.name !== latestNotification.name || dialect.name === svcDialect.name
}

/** The rows of parameters that a server of this level does not understand yet. */
function laterThan(level: number): readonly FeatureLevelRow[] {
  return featureLevels.filter(({ id, kind }) => kind === 'parameter' && !hasFeature(level, id))
}
