import * as z from 'zod'
import * as protocol from '../../protocol/index.js'

/** What every success carries. */
export const Envelope = z.looseObject(protocol.successEnvelope)

/** Shapes that have a name of their own in the document: what the contract exports by one. Whatever uses one points to it. */
export const entities: ReadonlyMap<string, z.core.$ZodType> = new Map([
  ['Envelope', Envelope],
  ...Object.entries(protocol).flatMap(([name, value]): [string, z.core.$ZodType][] =>
    /^[A-Z]/.test(name) && value instanceof z.core.$ZodType ? [[name, value]] : [],
  ),
])

export const entityNames: z.core.$ZodRegistry<{ id: string }> = z.registry<{ id: string }>()
for (const [id, schema] of entities) entityNames.add(schema, { id })
