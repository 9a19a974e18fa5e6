import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../seed.js'
import { inBothWays, json, opener } from '../ways.js'

const form = 'application/x-www-form-urlencoded'
const MiB = 1024 * 1024

describe('malformed input', () => {
  inBothWays((open) => {
    it.each([
      ['a form that is not UTF-8', form, new Uint8Array([0x74, 0x3d, 0xff, 0xfe]), 'not UTF-8'],
      ['a multipart form without a boundary', 'multipart/form-data', 'abc', 'multipart'],
      ['a multipart form whose body is not multipart', 'multipart/form-data; boundary=x', 'abc', 'multipart'],
      [
        'a truncated multipart form',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nstr',
        'multipart',
      ],
    ])('refuses %s, and serves the next request', async (_, type, body, sentence) => {
      const { send, as, call } = await open()
      const response = await send('/api/v1/messages', {
        method: 'POST',
        headers: { ...as('iago'), 'content-type': type },
        body,
      })
      expect(response.status).toBe(400)
      const answer = await json(response)
      expect(answer).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
      expect(answer.msg).toMatch(/^Malformed request: /)
      expect(answer.msg).toContain(sentence)
      expect((await call('iago', 'GET', '/users/me')).status).toBe(200)
    })

    it('refuses a path with a null byte', async () => {
      const { send, as } = await open()
      const response = await send('/api/v1/users/a%00b', { headers: as('iago') })
      expect(response.status).toBe(400)
      expect((await json(response)).msg).toMatch(/^Malformed request: /)
    })

    it.each([
      ['content=100%', '100%'],
      ['content=%zz%41', '%zzA'],
      ['content=a%ff', 'a\ufffd'],
      ['content=1+1%2B1', '1 1+1'],
      ['?content=no&content=a', 'a'],
    ])('accepts the percent-encoding of %s', async (fields, content) => {
      const { send, as, call } = await open()
      const response = await send('/api/v1/messages', {
        method: 'POST',
        headers: { ...as('iago'), 'content-type': form },
        body: `type=stream&to=kitchen&topic=a&${fields}`,
      })
      const { id } = await json(response)
      expect((await call('iago', 'GET', `/messages/${id}`)).body).toMatchObject({ raw_content: content })
    })

    it.each(['/api/v1/users/%', '/api/v1/users/%ff', '/api/v1/users/a%zz+b'])(
      'answers "No such user" for the malformed percent-encoding in %s',
      async (path) => {
        const { send, as } = await open()
        expect((await json(await send(path, { headers: as('iago') }))).msg).toBe('No such user')
      },
    )

    it("refuses a null byte in a parameter, with the endpoint's own error if it has one", async () => {
      const { call } = await open()
      expect((await call('iago', 'POST', '/users/10/status', { status_text: 'a\0b' })).body).toMatchObject({
        msg: 'Malformed request: status_text contains a null byte',
      })
      const message = { type: 'stream', to: 'kitchen', topic: 'a', content: 'a\0b' }
      expect((await call('iago', 'POST', '/messages', message)).body).toMatchObject({
        msg: 'Message must not contain null bytes',
      })
    })

    it('refuses a body above the size limit with 413, and serves the next request', async () => {
      const { send, as, call } = await open()
      const response = await send('/api/v1/messages', {
        method: 'POST',
        headers: { ...as('iago'), 'content-type': form },
        body: `content=${'a'.repeat(11 * MiB)}`,
      })
      expect(response.status).toBe(413)
      expect(await response.json()).toEqual({
        result: 'error',
        msg: `Request body is larger than ${10 * MiB} bytes`,
        code: 'BAD_REQUEST',
      })
      expect((await call('iago', 'GET', '/users/me')).status).toBe(200)
    })

    it('refuses an endless body with 413', async () => {
      const { send, as } = await open()
      const part = new Uint8Array(MiB)
      const body = new ReadableStream({ pull: (controller) => controller.enqueue(part) }).pipeThrough(limited(30))
      const init = { method: 'POST', headers: { ...as('iago'), 'content-type': form }, body, duplex: 'half' }
      expect((await send('/api/v1/messages', init as RequestInit)).status).toBe(413)
    })

    it('answers 401 to a malformed body without credentials', async () => {
      const { send } = await open()
      const response = await send('/api/v1/messages', {
        method: 'POST',
        headers: { 'content-type': form },
        body: 'a=%',
      })
      expect(response.status).toBe(401)
    })

    it.each([
      ['PATCH', '/realm/linkifiers', 'ordered_linkifier_ids', {}],
      ['POST', '/register', 'client_capabilities', {}],
      ['POST', '/realm/profile_fields', 'field_data', { name: 'Town', field_type: '1' }],
      ['PUT', '/bot_storage', 'storage', {}],
    ])('refuses JSON that is nested too deeply: %s %s, and serves the next request', async (...row) => {
      const { call } = await open()
      const [method, path, name, fields] = row
      for (const [opening, closing] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const deep = `${opening.repeat(100_000)}1${closing.repeat(100_000)}`
        expect(await call('iago', method, path, { ...fields, [name]: deep })).toMatchObject({
          status: 400,
          body: { msg: `${name} is not valid JSON` },
        })
      }
      expect((await call('iago', 'GET', '/users/me')).status).toBe(200)
    })

    it('handles __proto__ and other prototype names as ordinary names', async () => {
      const { call, send } = await open()
      for (const path of ['/api/v1/__proto__', '/api/v1/constructor', '/api/v1/users/7/__proto__']) {
        expect((await send(path)).status).toBe(404)
      }
      const { body } = await call('iago', 'GET', '/realm/emoji', { __proto__x: '1', constructor: '2', toString: '3' })
      expect(body.ignored_parameters_unsupported).toEqual(['__proto__x', 'constructor', 'toString'])
      expect((await call('iago', 'DELETE', '/users/12', { actions: '{"__proto__": {"a": 1}}' })).status).toBe(200)
      expect(({} as Record<string, unknown>).a).toBeUndefined()
    })
  })
})

describe('arbitrary input', () => {
  const open = opener()

  it('never causes a status of 500 or above, whatever the parameters', async () => {
    const { send, as } = await open()
    const paths = fc.constantFrom(
      'messages',
      'user_topics',
      'users/8/status',
      'realm/linkifiers',
      'scheduled_messages/1',
    )
    const names = fc.constantFrom('type', 'to', 'topic', 'content', 'stream_id', 'op', 'status_text', 'a')
    const values = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.integer().map(String))
    const verbs = fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD')
    await fc.assert(
      fc.asyncProperty(verbs, paths, fc.array(fc.tuple(names, values)), async (method, path, fields) => {
        const body = new URLSearchParams(fields as [string, string][])
        const inQuery = method === 'GET' || method === 'HEAD'
        const response = await send(`/api/v1/${path}${inQuery ? `?${body}` : ''}`, {
          method,
          headers: as('iago'),
          ...(!inQuery && { body }),
        })
        expect(response.status).toBeLessThan(500)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is answered with 400, whatever the bytes of the body', async () => {
    const { send, as } = await open()
    const types = fc.constantFrom(form, 'multipart/form-data; boundary=x', 'text/plain', 'nonsense')
    await fc.assert(
      fc.asyncProperty(types, fc.uint8Array({ maxLength: 200 }), async (type, body) => {
        const headers = { ...as('iago'), 'content-type': type }
        const response = await send('/api/v1/messages', { method: 'POST', headers, body })
        expect(response.status).toBe(400)
      }),
      { numRuns: runs(200) },
    )
  })
})

/** Lets so many parts through and then ends. */
function limited(parts: number): TransformStream<Uint8Array, Uint8Array> {
  let left = parts
  return new TransformStream({
    transform(part, controller) {
      left -= 1
      if (left < 0) controller.terminate()
      else controller.enqueue(part)
    },
  })
}
