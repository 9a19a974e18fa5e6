import type { EndpointName } from '../protocol/index.js'
import type { Json } from './call/answers.js'
import type { Client } from './client.js'
import type { CallOptions } from './options.js'

/** Calls an endpoint whose name is only known at run time. @throws the same errors as its method. */
export function callNamed(client: Client, name: EndpointName, params: Json, options: CallOptions = {}): Promise<Json> {
  const [namespace = '', method = ''] = name.split('.')
  // The client's types declare each method separately; here it can be any of them.
  const methods = client as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>
  const call = methods[namespace]?.[method]
  if (call === undefined) throw new TypeError(`The client has no method for ${name}.`)
  return call(params, options)
}

type Call = (params: Json, options: CallOptions) => Promise<Json>
