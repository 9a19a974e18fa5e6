import { describe, expect, it } from 'vitest'
import { inBothWays, json, opener } from '../ways.js'

/** By whom, verb, path, fields, and what the service says of them. */
const mistakes: readonly (readonly [string, string, Record<string, string>, string])[] = [
  ['PATCH', '/realm/linkifiers', { ordered_linkifier_ids: 'abc' }, 'ordered_linkifier_ids is not valid JSON'],
  ['PATCH', '/realm/linkifiers', { ordered_linkifier_ids: '1,2' }, 'ordered_linkifier_ids is not valid JSON'],
  ['PATCH', '/realm/linkifiers', { ordered_linkifier_ids: '5' }, 'ordered_linkifier_ids is not a list'],
  ['PATCH', '/realm/linkifiers', { ordered_linkifier_ids: '["a"]' }, 'ordered_linkifier_ids[0] is not an integer'],
  ['PATCH', '/realm/linkifiers', { ordered_linkifier_ids: '[1, 2.5]' }, 'ordered_linkifier_ids[1] is not an integer'],
  ['POST', '/user_topics', { stream_id: '"5"', topic: 'a', visibility_policy: '1' }, 'stream_id is not an integer'],
  ['POST', '/user_topics', { stream_id: '1.5', topic: 'a', visibility_policy: '1' }, 'stream_id is not an integer'],
  ['POST', '/user_topics', { stream_id: 'true', topic: 'a', visibility_policy: '1' }, 'stream_id is not an integer'],
  [
    'POST',
    '/user_topics',
    { stream_id: '1', topic: 'a', visibility_policy: '999' },
    'Invalid visibility_policy: Value error, Not in the list of possible values',
  ],
  ['GET', '/users', { client_gravatar: 'True' }, 'client_gravatar is not valid JSON'],
  ['GET', '/users', { client_gravatar: '1' }, 'client_gravatar is not a boolean'],
  ['GET', '/users', { client_gravatar: '"true"' }, 'client_gravatar is not a boolean'],
  ['DELETE', '/users/12', { actions: '[]' }, 'actions is not a dict'],
  ['DELETE', '/users/12', { actions: '{"delete_profile": 1}' }, 'actions["delete_profile"] is not a boolean'],
  [
    'POST',
    '/user_topics',
    { stream_id: '1', topic: 'a'.repeat(61), visibility_policy: '999' },
    'topic is too long (limit: 60 characters)',
  ],
  ...['{}', '{"bulk_message_deletion": true}'].map(
    (client_capabilities) =>
      [
        'POST',
        '/register',
        { client_capabilities },
        'client_capabilities["notification_settings_null"] field is missing: Field required',
      ] as const,
  ),
  ['POST', '/user_topics', { stream_id: '1.0', topic: 'a', visibility_policy: '1' }, 'stream_id is not an integer'],
  ['PATCH', '/users/me/subscriptions/muted_topics', { stream_id: '1', topic: 'a', op: 'toggle' }, 'Invalid op'],
  ['POST', '/users/10/status', { status_text: 'a'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
  ['GET', '/messages', { anchor: 'newest', num_before: '-1', num_after: '0' }, 'num_before is too small'],
  ...[
    ['[{"operator": "stream"}]', 'operand is missing'],
    ['[{"operand": "kitchen"}]', 'operator is missing'],
    ['[["stream", 1]]', 'element is not a string pair'],
    ['[["stream"]]', 'element is not a string pair'],
    ['[5]', 'dict or list required'],
  ].map(
    ([narrow = '', problem]) => ['GET', '/messages', { narrow }, `Invalid narrow[0]: Value error, ${problem}`] as const,
  ),
  ['GET', '/messages', { narrow: '5' }, 'narrow is not a list'],
  [
    'POST',
    '/messages',
    { type: 'direct', to: '[8, "iago@example.com"]', content: 'a' },
    'Recipient lists may contain emails or user IDs, but not both.',
  ],
  ['POST', '/messages', { type: 'telegram', to: '1', content: 'a' }, 'Invalid type'],
]

describe('parameters', () => {
  inBothWays((open) => {
    it.each(mistakes)('%s %s with %j is refused', async (method, path, fields, msg) => {
      const { call } = await open()
      expect(await call('iago', method, path, fields)).toMatchObject({
        status: 400,
        body: { result: 'error', msg, code: 'BAD_REQUEST' },
      })
    })

    it('are reported when missing, the first one only', async () => {
      const { call } = await open()
      const { status, body } = await call('iago', 'POST', '/user_topics', { visibility_policy: 'x' })
      expect(status).toBe(400)
      expect(body).toEqual({
        result: 'error',
        msg: "Missing 'stream_id' argument",
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'stream_id',
      })
    })

    it('are refused when given under two names', async () => {
      const { call } = await open()
      const fields = { type: 'stream', to: 'kitchen', topic: 'a', subject: 'b', content: 'c' }
      expect((await call('iago', 'POST', '/messages', fields)).body).toEqual({
        result: 'error',
        msg: "Can't decide between 'topic' and 'subject' arguments",
        code: 'REQUEST_CONFUSING_VAR',
        var_name1: 'topic',
        var_name2: 'subject',
      })
    })

    it('are listed as ignored in alphabetical order if undeclared, and only on success', async () => {
      const { call } = await open()
      expect((await call('iago', 'GET', '/realm/emoji', { zeta: '1', alpha: '2' })).body).toMatchObject({
        result: 'success',
        ignored_parameters_unsupported: ['alpha', 'zeta'],
      })
      expect((await call('iago', 'GET', '/users/999', { zeta: '1' })).body).not.toHaveProperty(
        'ignored_parameters_unsupported',
      )
      expect((await call('iago', 'GET', '/realm/emoji')).body).not.toHaveProperty('ignored_parameters_unsupported')
    })

    it('accept the largest integer as an anchor, which the answer gives for "newest" as well', async () => {
      const { as, send } = await open()
      const largest = '10000000000000000'
      for (const anchor of [largest, 'newest']) {
        const query = `anchor=${anchor}&num_before=1&num_after=1&client_gravatar=false`
        const answer = await (await send(`/api/v1/messages?${query}`, { headers: as('iago') })).text()
        expect(JSON.parse(answer)).toMatchObject({
          messages: [{ id: 110 }],
          found_newest: true,
          found_oldest: false,
          found_anchor: false,
        })
        // As text: whoever reads JSON without rounding sees this number.
        expect(/"anchor": ?([^,}]+)/.exec(answer)?.[1]).toBe(largest)
      }
    })

    it('are read from the body or the query with any verb, and the body takes precedence', async () => {
      const { send, as, call } = await open()
      const patch = (query: string, body: string) =>
        send(`/api/v1/realm/linkifiers?${query}`, {
          method: 'PATCH',
          headers: { ...as('iago'), 'content-type': 'application/x-www-form-urlencoded' },
          body,
        })
      const order = async () =>
        ((await call('iago', 'GET', '/realm/linkifiers')).body.linkifiers as { id: number }[]).map(({ id }) => id)
      await patch('ordered_linkifier_ids=[3,2,1]', '')
      expect(await order()).toEqual([3, 2, 1])
      await patch('ordered_linkifier_ids=[3,2,1]', 'ordered_linkifier_ids=%5B2%2C1%2C3%5D')
      expect(await order()).toEqual([2, 1, 3])
      await patch('', 'ordered_linkifier_ids=[2,1,3]&ordered_linkifier_ids=[1,2,3]')
      expect(await order()).toEqual([1, 2, 3])
    })

    it('are read from a multipart form', async () => {
      const { send, as, call } = await open()
      const form = new FormData()
      form.set('type', 'stream')
      form.set('to', 'kitchen')
      form.set('topic', 'bread')
      form.set('content', 'Käse & Brot = 1+1 %')
      const sent = await json(await send('/api/v1/messages', { method: 'POST', headers: as('iago'), body: form }))
      expect(sent).toMatchObject({ result: 'success' })
      const { body } = await call('iago', 'GET', `/messages/${sent.id}`, { apply_markdown: 'false' })
      expect(body).toMatchObject({ message: { content: 'Käse & Brot = 1+1 %' } })
    })

    it('are not read from a JSON body, and a hint says so', async () => {
      const { send, as } = await open()
      const response = await send('/api/v1/messages', {
        method: 'POST',
        headers: { ...as('iago'), 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'stream', to: 'kitchen', topic: 'a', content: 'b' }),
      })
      expect(response.status).toBe(400)
      expect(response.headers.get('earshot-hint')).toContain('application/json')
      expect(await response.json()).toMatchObject({ msg: "Missing 'type' argument" })
    })
  })
})

describe('at older feature levels', () => {
  const open = opener()

  it('ignored parameters are listed only from level 167 on', async () => {
    for (const [featureLevel, named] of [
      [166, undefined],
      [167, ['zeta']],
    ] as const) {
      const { call } = await open({ featureLevel })
      const { body } = await call('iago', 'GET', '/realm/emoji', { zeta: '1' })
      expect(body.ignored_parameters_unsupported).toEqual(named)
    }
  })

  it('a parameter of a later level is ignored and listed as ignored', async () => {
    const { simulator, call } = await open({ featureLevel: 458 })
    const fields = { actions: '{"delete_profile": true}' }
    expect((await call('desdemona', 'DELETE', '/users/12', fields)).body).toEqual({
      result: 'success',
      msg: '',
      ignored_parameters_unsupported: ['actions'],
    })
    expect((await call('desdemona', 'GET', '/users/12')).body).toMatchObject({ user: { full_name: 'Othello' } })
    simulator.realm.featureLevel = 459
    expect((await call('desdemona', 'DELETE', '/users/13', fields)).body).toEqual({ result: 'success', msg: '' })
  })

  it('an endpoint of a later level answers 404, with a hint that names both levels', async () => {
    const { simulator, call, send, as } = await open({ featureLevel: 464 })
    const response = await send('/api/v1/calls/ext_talk/create', { method: 'POST', headers: as('iago') })
    expect(response.status).toBe(404)
    expect(response.headers.get('earshot-hint')).toBe(
      'calls.create is there from feature level 465 on. This server is of level 464.',
    )
    simulator.realm.featureLevel = 465
    expect((await call('iago', 'POST', '/calls/ext_talk/create', { room_name: 'ovens' })).body).toMatchObject({
      result: 'success',
    })
  })

  it('a verb of a later level answers 405 on an existing path', async () => {
    const { send, as } = await open({ featureLevel: 201 })
    const response = await send('/api/v1/realm/linkifiers', { method: 'PATCH', headers: as('iago') })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(response.headers.get('earshot-hint')).toContain('from feature level 202 on')
  })
})
