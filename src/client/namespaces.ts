import { type EndpointName, endpoints } from '../protocol/index.js'
import type { Json } from './answers.js'
import type { Namespaces } from './methods.js'
import type { CallOptions } from './options.js'

/** Calls an endpoint by its name. */
export type Call = (name: EndpointName, params: unknown, options: CallOptions | undefined) => Promise<Json>

/** Makes the namespaces from the declarations. */
export function namespacesOf(call: Call): Namespaces {
  const namespaces: Record<string, Record<string, unknown>> = {}
  for (const { name } of endpoints) {
    const [namespace = '', method = ''] = name.split('.')
    namespaces[namespace] ??= {}
    namespaces[namespace][method] = (params: unknown = {}, options?: CallOptions) => call(name, params, options)
  }
  // A test holds the interfaces of the methods against the declarations.
  return namespaces as unknown as Namespaces
}
