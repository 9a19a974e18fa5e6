import type { EndpointName, Params } from './endpoints/index.js'
import calls from './exampleCalls.json' with { type: 'json' }

type ExampleCalls = { readonly [Name in EndpointName]: { readonly as: string; readonly params: Params<Name> } }

/**
 * For every endpoint, a call that succeeds in the simulator's bakery: who makes it, and its parameters. A few need another
 * call first, such as `messages.edit`, whose message 111 is the first one sent.
 */
export const exampleCalls = calls as unknown as ExampleCalls
