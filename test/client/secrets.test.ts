import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Reply, refusal, secret, stage, success } from './stage.js'

const basic = btoa(`iago@example.com:${secret}`)

describe('the API key', () => {
  it.each<[string, Reply]>([
    ['the text of a refusal', refusal(400, 'BAD_REQUEST', `Invalid key ${secret}`)],
    ['a detail of a refusal', refusal(400, 'BAD_REQUEST', 'No', { seen: { authorization: `Basic ${basic}` } })],
    ['the code of a refusal', refusal(400, secret, 'No')],
    ['the reason of the platform', new TypeError(`bad header Basic ${basic}`)],
    [
      'what lies below the reason of the platform',
      new TypeError('fetch failed', { cause: new Error(`sent ${secret}`) }),
    ],
    [
      'a place to go to',
      new Response(null, { status: 302, headers: { location: `https://evil.example/?k=${secret}` } }),
    ],
    ['an answer that can’t be read', new Response(`<html>${secret} ${basic}</html>`, { status: 502 })],
    ['an answer of another shape', success({ user_id: secret })],
    ['an answer that never comes', 'hang'],
  ])('is in no error, though it was in %s', async (_, reply) => {
    const { client, fails } = stage([reply], { retry: { attempts: 1 } })
    const error = await fails(client.users.me())
    expect(error).toBeInstanceOf(Error)
    const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + (error as Error).stack
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain(basic)
  })

  it('goes nowhere but into one header', async () => {
    const { client, sent } = stage([success()])
    await client.request('POST', '/typing', { op: 'start' })
    const { url, init } = sent[0] ?? { url: '', init: {} }
    const { headers, ...rest } = init as RequestInit & { headers: Record<string, string> }
    const { authorization, ...others } = headers
    expect(authorization).toBe(`Basic ${basic}`)
    expect(JSON.stringify([url, rest, others])).not.toContain(secret)
  })
})
