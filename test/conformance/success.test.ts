import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { call, everyEndpoint, prepare } from './calls.js'
import { undeclared } from './undeclared.js'
import { inEachWorld } from './worlds.js'

describe('every endpoint of the contract', () => {
  inEachWorld((open) => {
    it.each(everyEndpoint)('$name responds with its declared fields', async ({ name, endpoint, as, params }) => {
      const world = await open()
      await prepare(world, name)
      const answer = await call(world.as(as), name, params)
      expect(answer).toMatchObject({ result: 'success', msg: '' })
      expect(answer).not.toHaveProperty('ignored_parameters_unsupported')
      for (const [field, schema] of Object.entries(endpoint.response)) {
        const read = safeParse(schema, answer[field])
        expect(read.success, `${name} answers with a valid ${field}`).toBe(true)
        expect(undeclared(schema, answer[field], field)).toEqual([])
      }
    })

    it.each(everyEndpoint.filter(({ endpoint }) => Object.keys(endpoint.response).length === 0))(
      '$name responds with the envelope only',
      async ({ name, as, params }) => {
        const world = await open()
        await prepare(world, name)
        expect(await call(world.as(as), name, params)).toStrictEqual({ result: 'success', msg: '' })
      },
    )

    it.each(everyEndpoint.filter(({ endpoint }) => endpoint.repeatable === 'always'))(
      '$name can be repeated as declared',
      async ({ name, as, params }) => {
        const world = await open()
        await prepare(world, name)
        const client = world.as(as)
        await call(client, name, params)
        expect(await call(client, name, params)).toMatchObject({ result: 'success' })
      },
    )
  })
})
