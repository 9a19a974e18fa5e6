import type { Endpoint } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { isInPath } from '../../src/protocol/index.js'
import { type EndpointCase, everyEndpoint, prepare, wire } from './calls.js'
import { inProcess, type World } from './worlds.js'

interface ParameterCase extends EndpointCase {
  readonly parameter: string
  readonly schema: z.ZodType
}

const everyParameter: ParameterCase[] = everyEndpoint.flatMap((example) =>
  Object.entries(example.endpoint.params).map(([parameter, schema]) => ({
    ...example,
    parameter,
    schema: schema as z.ZodType,
  })),
)

/** What is not that type, and what a server says of it. */
const mistyped: Record<string, readonly (readonly [value: string, complaint: string])[]> = {
  number: [
    ['abc', 'is not valid JSON'],
    ['"5"', 'is not an integer'],
    ['1.5', 'is not an integer'],
    ['true', 'is not an integer'],
    ['null', 'is not an integer'],
    ['', 'is not valid JSON'],
  ],
  boolean: [
    ['True', 'is not valid JSON'],
    ['1', 'is not a boolean'],
    ['"true"', 'is not a boolean'],
  ],
  array: [
    ['1,2', 'is not valid JSON'],
    ['5', 'is not a list'],
    ['{}', 'is not a list'],
  ],
  object: [
    ['yes', 'is not valid JSON'],
    ['[]', 'is not a dict'],
    ['{"delete_profile":"yes"}', '["delete_profile"] is not a boolean'],
  ],
}

const inFields = everyParameter.filter(({ endpoint, parameter }) => !isInPath(endpoint, parameter))
const isFile = ({ schema }: ParameterCase) => schema.def.type === 'custom'
/** The server asks for the recipients of a message in other words; see the tests of sending. */
const asksOtherwise = ({ name, parameter }: EndpointCase & { readonly parameter: string }) =>
  name === 'messages.send' && parameter === 'to'
const required = inFields.filter(
  (one) => !isFile(one) && !asksOtherwise(one) && !one.schema.safeParse(undefined).success,
)
const typed = inFields.filter((one) => innermost(one.schema) !== undefined)
const integersInPath = everyParameter.filter(
  ({ endpoint, parameter, schema }) => isInPath(endpoint, parameter) && schema.def.type === 'number',
)

function innermost(schema: z.ZodType): string | undefined {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType
  if (inner !== undefined) return innermost(inner)
  return schema.def.type in mistyped ? schema.def.type : undefined
}

async function send(world: World, example: EndpointCase, change: Record<string, string>) {
  const { path, fields } = wire(example)
  return world.raw(example.as, example.endpoint.method, path, { ...fields, ...change })
}

describe('every parameter of the contract', () => {
  inProcess((open) => {
    it.each(required)('$name rejects a request without $parameter', async (example) => {
      const world = await open()
      const { path, fields } = wire(example)
      const { [example.parameter]: _, ...rest } = fields
      const answer = await world.raw(example.as, example.endpoint.method, path, rest)
      expect(answer.status).toBe(400)
      const msg = `Missing '${example.parameter}' argument`
      const coded = { code: 'REQUEST_VARIABLE_MISSING', var_name: example.parameter }
      // The server's queues check their own parameters.
      const isOfQueue = example.endpoint.name === 'events.get'
      expect(answer.json).toStrictEqual({ result: 'error', msg, ...(isOfQueue ? { code: 'BAD_REQUEST' } : coded) })
    })

    it.each(typed)('$name rejects a $parameter of the wrong type without an effect', async (example) => {
      const world = await open()
      await prepare(world, example.name)
      for (const [value, complaint] of mistyped[innermost(example.schema) ?? ''] ?? []) {
        if (complaint.startsWith('[') && example.parameter !== 'actions') continue
        if (value === 'null' && example.schema.safeParse(null).success) continue
        const answer = await send(world, example, { [example.parameter]: value })
        expect(answer.status, value).toBe(400)
        expect(answer.json.code, value).toBe('BAD_REQUEST')
        expect(answer.json.msg, value).toBe(
          complaint.startsWith('[') ? `${example.parameter}${complaint}` : `${example.parameter} ${complaint}`,
        )
      }
      const answer = await send(world, example, {})
      expect(answer.json).toMatchObject({ result: 'success' })
    })

    it.each(integersInPath)('$name answers 404 for a $parameter in the path that is no integer', async (example) => {
      const world = await open()
      const text = example.endpoint.path.replace(`{${example.parameter}}`, 'x1').replaceAll(/\{\w+\}/g, '1')
      const answer = await world.raw(example.as, example.endpoint.method, text)
      // `/users/x1` is a path of another endpoint: looking a user up by address.
      if (text === '/users/x1') return expect(answer.json.result).not.toBe('success')
      expect(answer.status).toBe(404)
      expect(answer.json).toEqual({ result: 'error', msg: 'Not Found' })
    })

    it.each(everyEndpoint.filter(({ endpoint }) => !takesFile(endpoint)))(
      '$name lists ignored parameters',
      async (example) => {
        const world = await open()
        await prepare(world, example.name)
        const answer = await send(world, example, { zeta: '1', alpha: 'x', __proto__x: '{}' })
        expect(answer.json).toMatchObject({
          result: 'success',
          ignored_parameters_unsupported: ['__proto__x', 'alpha', 'zeta'],
        })
      },
    )
  })
})

function takesFile({ params }: Endpoint): boolean {
  return Object.values(params).some((schema) => (schema as z.ZodType).def.type === 'custom')
}
