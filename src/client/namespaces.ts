import type { EndpointName } from '../protocol/index.js'
import { callNames } from '../protocol/lean.js'
import type { Json } from './answers.js'
import type { Namespaces } from './methods.js'
import type { CallOptions } from './options.js'

/** Calls an endpoint by its name. */
export type Call = (name: EndpointName, params: unknown, options: CallOptions | undefined) => Promise<Json>

/** Makes the namespaces from the declarations. */
export function namespacesOf(call: Call): Namespaces {
  const namespaces: Record<string, Record<string, unknown>> = {}
  for (const name of callNames) {
    const [namespace = '', method = ''] = name.split('.')
    namespaces[namespace] ??= {}
    namespaces[namespace][method] = (params: unknown = {}, options?: CallOptions) => call(name, params, options)
  }
  // A test holds the interfaces of the methods against the declarations.
  return namespaces as unknown as Namespaces
}
