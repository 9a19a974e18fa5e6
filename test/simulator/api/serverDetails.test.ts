import { hasFeature } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { type Open, opener, type Service } from '../ways.js'

const levels = [200, 300, 387, 496]

/** A service of each level. */
const eachLevel = (open: Open) =>
  [...levels].map(async (featureLevel) => [featureLevel, await open({ featureLevel })] as const)

const refusal = async (call: ReturnType<Service['call']>) => {
  const { body } = await call
  return body.result === 'success' ? 'yes' : body.msg
}

describe('details of a real server', () => {
  const open = opener()

  it("lists only status and time in one person's presence", async () => {
    for (const [level, { call }] of await Promise.all(eachLevel(open))) {
      await call('hamlet', 'POST', '/users/me/presence', { status: 'active' })
      const { presence } = (await call('iago', 'GET', '/users/10/presence')).body as { presence: object }
      if (hasFeature(level, 'presenceTimestamps')) {
        expect(Object.keys(presence).sort()).toEqual(['active_timestamp', 'idle_timestamp'])
        continue
      }
      expect(Object.keys(presence)).toContain('aggregated')
      for (const entry of Object.values(presence)) expect(Object.keys(entry).sort()).toEqual(['status', 'timestamp'])
    }
  })

  it('takes `away` for a status, which turns off presence', async () => {
    const { call } = await open()
    expect(await refusal(call('hamlet', 'POST', '/users/me/status', { away: 'true' }))).toBe('yes')
    const { body } = await call('hamlet', 'POST', '/register', { fetch_event_types: '["user_settings"]' })
    expect(body.user_settings).toMatchObject({ presence_enabled: false })
    expect(await refusal(call('hamlet', 'POST', '/users/me/status'))).toBe('Client did not pass any new values.')
  })

  it.each([
    ['poll', 'new_option', { idx: 1001, option: 'x' }, 'poll data["idx"] is too large'],
    ['poll', 'new_option', { idx: -1, option: 'x' }, 'poll data["idx"] is too small'],
    ['poll', 'new_option', { idx: 1000, option: 'x' }, 'yes'],
    ['todo', 'new_task', { key: 1001, task: 'x', desc: '', completed: false }, 'todo data["key"] is too large'],
    ['todo', 'new_task', { key: -1, task: 'x', desc: '', completed: false }, 'todo data["key"] is too small'],
    ['todo', 'new_task', { key: 0, task: 'x', desc: '', completed: false }, 'yes'],
  ])('answers a %s whose %s is %j with "%s"', async (widget, type, data, answer) => {
    const { call, simulator } = await open()
    const id = simulator.say('hamlet', { channel: 'kitchen', topic: 'a' }, `/${widget} Lunch?`)
    const fields = { message_id: String(id), msg_type: 'widget', content: JSON.stringify({ type, ...data }) }
    expect(await refusal(call('hamlet', 'POST', '/submessage', fields))).toBe(answer)
  })

  it('refuses a request for events without a queue or a last event by a plain code', async () => {
    for (const [, { call }] of await Promise.all(eachLevel(open))) {
      for (const [fields, name] of [
        [{ last_event_id: '-1' }, 'queue_id'],
        [{ queue_id: 'x' }, 'last_event_id'],
      ] as const) {
        const { body } = await call('hamlet', 'GET', '/events', fields)
        expect(body).toEqual({ result: 'error', msg: `Missing '${name}' argument`, code: 'BAD_REQUEST' })
      }
    }
  })

  it('takes the name of a client from the parameter `client`', async () => {
    const { call } = await open()
    const fields = {
      type: 'channel',
      to: 'kitchen',
      topic: 'a',
      content: 'x',
      client: 'my bot, version 0.0.1 of the bakery',
    }
    const { body } = await call('hamlet', 'POST', '/messages', fields)
    expect(body).not.toHaveProperty('ignored_parameters_unsupported')
    const { message } = (await call('hamlet', 'GET', `/messages/${body.id}`)).body
    expect(message).toMatchObject({ client: 'my bot, version 0.0.1 of the b' })
  })

  it.each(['xx', 'English', ''])('refuses the language %o', async (default_language) => {
    const { call } = await open()
    expect(await refusal(call('hamlet', 'PATCH', '/settings', { default_language }))).toBe('Invalid default_language')
    const refused = `Invalid language '${default_language}'`
    expect(await refusal(call('iago', 'PATCH', '/realm', { default_language }))).toBe(refused)
  })

  it.each(['de', 'pt-br', 'zh-hans', 'zh_Hant', 'en-gb'])('takes the language %o', async (default_language) => {
    const { call } = await open()
    expect(await refusal(call('hamlet', 'PATCH', '/settings', { default_language }))).toBe('yes')
  })

  it('refuses embedded bots in words of their own', async () => {
    const { call } = await open()
    const bot = { full_name: 'Inner', short_name: 'inner' }
    expect(await refusal(call('iago', 'POST', '/bots', { ...bot, bot_type: '4' }))).toBe(
      'Embedded bots are not enabled.',
    )
    expect(await refusal(call('iago', 'POST', '/bots', { ...bot, bot_type: '5' }))).toBe('Invalid bot type')
  })

  it('names who reacted by address, ID and name on older servers', async () => {
    for (const [level, { call, simulator }] of await Promise.all(eachLevel(open))) {
      simulator.react('hamlet', 101, 'heart')
      const { message } = (await call('iago', 'GET', '/messages/101')).body as { message: { reactions: object[] } }
      const user = { email: 'hamlet@example.com', id: 10, full_name: 'Hamlet' }
      expect(message.reactions.at(-1)).toEqual(
        level < 328 ? expect.objectContaining({ user }) : expect.not.objectContaining({ user: expect.anything() }),
      )
    }
  })

  it('answers an edit with detached files from level 285 on', async () => {
    for (const [level, { call, simulator }] of await Promise.all(eachLevel(open))) {
      const id = simulator.say('hamlet', { channel: 'kitchen', topic: 'a' }, 'x')
      const { body } = await call('hamlet', 'PATCH', `/messages/${id}`, { content: 'y' })
      expect(Object.hasOwn(body, 'detached_uploads')).toBe(level >= 285)
    }
  })

  it('sends a program that takes pages to the login page', async () => {
    const { send, as } = await open()
    const answer = await send('/api/v1/users/me', { headers: { accept: 'text/html,*/*' }, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login/?next=/api/v1/users/me'])
    const wrong = { ...as('hamlet'), authorization: 'Basic !', accept: 'text/html' }
    expect((await send('/api/v1/users/me', { headers: wrong })).status).toBe(401)
    expect((await send('/api/v1/users/me', { headers: { accept: '*/*' } })).status).toBe(401)
  })

  it.each(['', '(no topic)', 'general chat'])(
    'refuses to move a scheduled message to the topic %o if topics are required',
    async (topic) => {
      const fields = {
        type: 'channel',
        to: '2',
        topic: 'lunch',
        content: 'x',
        scheduled_delivery_timestamp: '4000000000',
      }
      const edited = async (topicsRequired: boolean) => {
        const { call } = await open({ assumptions: { topicsRequired } })
        const { scheduled_message_id: id } = (await call('hamlet', 'POST', '/scheduled_messages', fields)).body
        return refusal(call('hamlet', 'PATCH', `/scheduled_messages/${id}`, { topic }))
      }
      expect(await edited(true)).toMatch(/^Topic can.t be empty/)
      expect(await edited(false)).toBe('yes')
    },
  )

  it('throws a clear error for a conversation that is named by its recipients', async () => {
    const { simulator } = await open()
    expect(() => simulator.messages({ to: ['echo'] } as never)).toThrow(/\{ dm \} with everybody in it/)
  })
})
