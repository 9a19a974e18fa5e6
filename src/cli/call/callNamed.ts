import type { CallOptions, Client } from '../../client/index.js'
import type { EndpointName } from '../../protocol/index.js'

/** Calls an endpoint by its name. The parameters were checked against its declaration. */
export function callNamed(
  client: Client,
  name: EndpointName,
  params: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const [namespace = '', method = ''] = name.split('.')
  // The client's types know each name by itself; here it is any of them.
  const methods = client as unknown as Record<string, Record<string, Call>>
  const call = methods[namespace]?.[method]
  if (call === undefined) throw new TypeError(`The client has no method for ${name}.`)
  return call(params, options)
}

type Call = (
  params: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => Promise<Readonly<Record<string, unknown>>>
