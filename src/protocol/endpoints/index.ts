import type * as z from 'zod/mini'
import { type Dialect, svcDialect } from '../dialect.js'
import { type Endpoint, isInPath, isThere } from '../endpoint.js'
import type { Input, Output } from '../entity.js'
import { type FeatureLevelRow, featureLevels } from '../levels/changes.js'
import { hasFeature } from '../levels/features.js'
import { olderSchemasAt } from '../levels/olderSchemas.js'
import { channelEndpoints } from './channels/channels.js'
import { subscriptionEndpoints } from './channels/subscriptions.js'
import { messageEndpoints } from './messages/messages.js'
import { messageViewEndpoints } from './messages/messageViews.js'
import { unsentMessageEndpoints } from './messages/unsentMessages.js'
import { eventEndpoints } from './organisation/events.js'
import { fileEndpoints } from './organisation/files.js'
import { linkifierEndpoints } from './organisation/linkifiers.js'
import { realmEndpoints } from './organisation/realm.js'
import { botEndpoints } from './users/bots.js'
import { invitationEndpoints } from './users/invitations.js'
import { presenceEndpoints } from './users/presence.js'
import { profileFieldEndpoints } from './users/profileFields.js'
import { settingEndpoints } from './users/settings.js'
import { userGroupEndpoints } from './users/userGroups.js'
import { userEndpoints } from './users/users.js'

/** Every endpoint. */
export const endpoints = [
  ...channelEndpoints,
  ...subscriptionEndpoints,
  ...messageViewEndpoints,
  ...messageEndpoints,
  ...unsentMessageEndpoints,
  ...eventEndpoints,
  ...fileEndpoints,
  ...linkifierEndpoints,
  ...realmEndpoints,
  ...botEndpoints,
  ...invitationEndpoints,
  ...presenceEndpoints,
  ...profileFieldEndpoints,
  ...settingEndpoints,
  ...userGroupEndpoints,
  ...userEndpoints,
].sort((one, other) => sectionOf(one) - sectionOf(other))

type Declared = (typeof endpoints)[number]

/** `namespace.method` of an endpoint: its name in the client, the simulator and the command line. */
export type EndpointName = Declared['name']

/** The declaration with this name. */
export type EndpointNamed<Name extends EndpointName> = Extract<Declared, { readonly name: Name }>

/** The parameters that a caller passes, under their names on the wire. */
export type Params<Name extends EndpointName> = Input<EndpointNamed<Name>['params']>

/** The parameters as a server reads them: omitted ones have their defaults. */
export type ReadParams<Name extends EndpointName> = z.output<z.ZodMiniObject<EndpointNamed<Name>['params']>>

/** The response's fields beyond the envelope, in today's shape. */
export type Answer<Name extends EndpointName> = Output<EndpointNamed<Name>['response']>

/** Endpoint names by method and path, such as `GET /users`: for code that imports types alone. */
export type Routes = { [One in Declared as `${One['method']} ${One['path']}`]: One['name'] }

const byName: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((declared) => [declared.name, declared]))

/** The declaration with this name; undefined if there is none. */
export function findEndpoint(name: string): Endpoint | undefined {
  return byName.get(name)
}

/** The declaration with this name. @throws {RangeError} if there is none. @example endpointNamed('users.get') */
export function endpointNamed(name: EndpointName): Endpoint {
  const declared = findEndpoint(name)
  if (declared === undefined) {
    throw new RangeError(`No endpoint is called "${name}"; the names are in \`endpoints\` of earshot/protocol.`)
  }
  return declared
}

/** The number to sort by: 12 for `4.12`; companions come after all sections. */
function sectionOf({ spec }: Endpoint): number {
  return spec === 'companion' ? 100 : Number(spec.slice(2))
}

/** The endpoints of a server of this level, without the endpoints, parameters and words that it lacks. */
export function endpointsAt(level: number, dialect: Dialect = svcDialect): readonly Endpoint[] {
  const missing = new Set(laterThan(level).map(({ appliesTo: { endpoint, parameter } }) => `${endpoint} ${parameter}`))
  const unlike = new Map(olderSchemasAt(level))
  return endpoints
    .filter((declared: Endpoint) => isThere(declared, level) && isServed(declared, dialect))
    .map((declared: Endpoint) => {
      const params = Object.entries(declared.params).flatMap(([name, schema]) => {
        const place = `${declared.name} ${name}`
        if (missing.has(place) && !isInPath(declared, name)) return []
        const olderSchema = unlike.get(place)
        return [[name, olderSchema === undefined ? schema : olderSchema(schema)] as const]
      })
      const isToday = params.every(([name, schema]) => declared.params[name] === schema)
      const known = params.length === Object.keys(declared.params).length
      return isToday && known ? declared : { ...declared, params: Object.fromEntries(params) }
    })
}

/** `outgoingWebhook` exists in the neutral dialect only; a server of another dialect has no such path. */
export function isServed(declared: Pick<Endpoint, 'name'>, dialect: Dialect): boolean {
  return declared.name !== 'outgoingWebhook.latest' || dialect.name === svcDialect.name
}

/** The rows of parameters that a server of this level doesn't understand yet. */
function laterThan(level: number): readonly FeatureLevelRow[] {
  return featureLevels.filter(({ id, kind }) => kind === 'parameter' && !hasFeature(level, id))
}
