import type { EndpointName, ReadParams } from '../../protocol/index.js'
import { refuse } from './refusal.js'
import type { Account } from './state.js'
import type { World } from './world.js'

/** What is known of a call besides its parameters. */
export interface CallContext {
  /** Name of the calling client, as its `User-Agent` gives it. */
  readonly client?: string
}

/** A call that is allowed so far: who calls what with which parameters. */
export interface Call<Name extends EndpointName> {
  readonly world: World
  /** Undefined only for endpoints that need no credentials. */
  readonly caller: Account | undefined
  readonly params: ReadParams<Name>
  readonly context: CallContext
}

/** Does what an endpoint is for. The answer is without the envelope, and its fields go before the envelope's. */
export type Operation<Name extends EndpointName> = (call: Call<Name>) => Record<string, unknown>

/** A call by somebody. */
export interface OwnCall<Name extends EndpointName> extends Call<Name> {
  readonly caller: Account
}

/** An operation that needs to know who calls. */
export function byAccount<Name extends EndpointName>(
  operation: (call: OwnCall<Name>) => Record<string, unknown>,
): Operation<Name> {
  return (call) => (isOwn(call) ? operation(call) : refuse('notLoggedIn'))
}

function isOwn<Name extends EndpointName>(call: Call<Name>): call is OwnCall<Name> {
  return call.caller !== undefined
}

/** Name of a client that did not say what it is called. */
export const unnamedClient = 'Unspecified'
