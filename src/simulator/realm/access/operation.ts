import {
  accessRefusal,
  type Caller,
  type EndpointName,
  endpointNamed,
  type ReadParams,
} from '../../../protocol/index.js'
import type { ImageFacts } from '../../base/pictures.js'
import { refuse } from '../world/refusal.js'
import type { Account } from '../world/state.js'
import type { World } from '../world/world.js'

export interface CallContext {
  /** Name of the calling client, from its `User-Agent`. */
  readonly client?: string
  /** Of an uploaded image. */
  readonly image?: ImageFacts | undefined
}

/** A call that has passed the access check: who calls, and with which parameters. */
export interface Call<Name extends EndpointName> {
  readonly world: World
  /** Undefined for endpoints that need no credentials; their operations must not read it. */
  readonly caller: Account
  readonly params: ReadParams<Name>
  readonly context: CallContext
}

/** Carries out a call. The response has no envelope; its fields override the envelope's. */
// biome-ignore lint/suspicious/noConfusingVoidType: most operations that change something return nothing.
export type Operation<Name extends EndpointName> = (call: Call<Name>) => Record<string, unknown> | void

export type Operations = { readonly [Name in EndpointName]: Operation<Name> }

/** Name of a client that sends no `User-Agent`. */
export const unnamedClient = 'Unspecified'

/** The apps in which people write, in lower case. */
const apps: ReadonlySet<string> = new Set([
  ...['website', 'ios', 'android', 'snipe'],
  ...['ios', 'android', 'mobile', 'desktop', 'electron', 'terminal'].map((system) => `zulip${system}`),
])

/**
 * Whether a message counts as read by its sender, unless the call says it: if a person wrote it in an app, but not if a
 * program sent it. A call without a client is made in this process, for a person.
 */
export function isReadBySender({ client }: CallContext): boolean {
  return client === undefined || apps.has(client.toLowerCase())
}

/**
 * Without `permissions`, it is the check that comes before the parameters are read.
 *
 * @throws {Refusal} if the caller may not call the endpoint, whatever the parameters
 */
export function checkAccess(
  world: World,
  name: EndpointName,
  caller: Account | undefined,
  permissions: Pick<Caller, 'can_create_users'> = {},
): void {
  const endpoint = endpointNamed(name)
  if (endpoint.access === 'public') return
  if (caller === undefined) refuse('notLoggedIn')
  const refusal = accessRefusal(endpoint, { role: caller.role, bot_type: caller.bot_type, ...permissions }, world.has)
  if (refusal !== undefined) refuse(refusal)
}
