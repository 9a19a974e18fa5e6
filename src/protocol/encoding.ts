import * as z from 'zod/mini'
import { type EncodedRequest, encodeAs } from './encodeAs.js'
import type { Endpoint } from './endpoint.js'
import { wireKind } from './wireKind.js'

/** Writes the parameters of a declared endpoint as the service reads them. @see spec, conventions */
export function encodeRequest(endpoint: Endpoint, params: Readonly<Record<string, unknown>>): EncodedRequest {
  return encodeAs(endpoint, params, wireKind)
}

/** What a caller may pass to an endpoint: its parameters and no others. The rules between them come on top. */
export function parametersSchema(endpoint: Endpoint): z.ZodMiniType {
  return z.strictObject(endpoint.params)
}
