import { type Endpoint, endpointNamed, endpoints } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decodeParameters, encodeRequest, encodeValue } from '../../src/protocol/index.js'
import { runs } from '../seed.js'
import { paramsOf } from './arbitraries.js'
import { received } from './roundTrip.js'

const all: readonly Endpoint[] = endpoints

describe('parameters on their way', () => {
  it.each(all)('$name: whatever is valid arrives as it was sent', (endpoint) => {
    fc.assert(
      fc.property(paramsOf(endpoint), (params) => {
        const decoded = decodeParameters(endpoint, received(endpoint, encodeRequest(endpoint, params)))
        expect(decoded).toEqual({ ok: true, ignored: [], params: z.object(endpoint.params).parse(params) })
      }),
      { numRuns: runs(200) },
    )
  })

  it.each(all)('$name: sends nothing that was not given', (endpoint) => {
    fc.assert(
      fc.property(paramsOf(endpoint), (params) => {
        const { path, query, form, files } = encodeRequest(endpoint, params)
        const sent = [...query, ...form, ...files].map(([name]) => name)
        const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        expect([...sent, ...inPath].sort()).toEqual(Object.keys(params).sort())
        expect(path).not.toMatch(/[{}]/)
        expect(endpoint.method === 'GET' ? form : query).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  it('writes lists and objects as JSON, integers and booleans as text, text as it is', () => {
    const { path, form } = encodeRequest(endpointNamed('users.deactivate'), {
      user_id: 10,
      actions: { delete_profile: true },
      deactivation_notification_comment: '"bye"',
    })
    expect(path).toBe('/users/10')
    expect(form).toEqual([
      ['actions', '{"delete_profile":true}'],
      ['deactivation_notification_comment', '"bye"'],
    ])
  })

  it('puts the parameters of a GET into the query', () => {
    const { path, query } = encodeRequest(endpointNamed('userGroups.isMember'), {
      user_group_id: 20,
      user_id: 10,
      direct_member_only: false,
    })
    expect(path).toBe('/user_groups/20/members/10')
    expect(query).toEqual([['direct_member_only', 'false']])
  })

  it.each([
    ['a name', 'general', 'general'],
    ['a name that looks like an ID', '7', '"7"'],
    ['a name that looks like a list', '[1]', '"[1]"'],
    ['an ID', 7, '7'],
    ['several IDs', [7, 8], '[7,8]'],
    ['several addresses', ['a@example.com'], '["a@example.com"]'],
  ])('writes %s so that a server takes it for what it is', (_, target, text) => {
    expect(encodeValue('either', target)).toBe(text)
  })

  it('keeps a path of one piece, whatever is put into it', () => {
    const { path } = encodeRequest(endpointNamed('users.getByEmail'), { email: '../a/b?c#d$&{email}@example.com' })
    expect(path).toBe('/users/..%2Fa%2Fb%3Fc%23d%24%26%7Bemail%7D%40example.com')
  })
})
