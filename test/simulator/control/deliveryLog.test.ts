import { describe, expect, it } from 'vitest'
import { lunch, stage } from './stage.js'

const open = stage()

/** A simulator with a bot that answers, and what a process of the bot does. */
function withEcho() {
  const controlled = open()
  const { simulator, control } = controlled
  simulator.connect('echo', () => Response.json({ content: 'yes' }))
  const authorization = (who: string) => {
    const { email, apiKey } = simulator.credentials(who)
    return `Basic ${btoa(`${email}:${apiKey}`)}`
  }
  return {
    ...controlled,
    tell: (message: number, log: object, who = 'echo') =>
      control('POST', '/deliveries/log', { message, log }, { authorization: authorization(who) }),
    call: (path: string, client?: string) =>
      simulator.fetch(`${simulator.url}/api/v1${path}`, {
        headers: { authorization: authorization('echo'), ...(client && { 'earshot-client': client }) },
      }),
  }
}

const log = { name: 'ab12-1', handler: 'command soup', lines: [{ after: 1, level: 'info', text: 'Cooking' }] }

describe('the log of a delivery', () => {
  it('is stored with the delivery and journalled', async () => {
    const { simulator, control, mention, tell } = withEcho()
    const message = await mention()
    expect((await control('GET', '/deliveries/1')).body).toMatchObject({ log: null })
    expect(await tell(message, log)).toMatchObject({ status: 200, body: { delivery: 1 } })
    const whole = { ...log, middleware: [], errors: [], calls: [], lines: [{ ...log.lines[0], fields: {} }] }
    expect((await control('GET', '/deliveries/1')).body).toMatchObject({ log: whole })
    expect(simulator.journal.read({ limit: 1000 }).entries.at(-1)).toMatchObject({
      ...{ kind: 'delivery', stage: 'logged', delivery: 1, name: 'ab12-1', threw: false },
    })
  })

  it('makes a delivery late whose bot sent its answer afterwards, and no other', async () => {
    const { simulator, control, mention, tell } = withEcho()
    simulator.connect('echo', () => Response.json({ response_not_required: true }))
    const message = await mention()
    await tell(message, log)
    const { email, apiKey } = simulator.credentials('echo')
    const sent = await simulator.fetch(`${simulator.url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, 'earshot-client': 'delivery ab12-1' },
      body: new URLSearchParams({ type: 'stream', to: lunch.channel, topic: lunch.topic, content: 'Soup is ready' }),
    })
    const { id } = (await sent.json()) as { id: number }
    const calls = [{ after: 12_000, endpoint: 'messages.send', duration: 21, status: 200 }]
    await tell(message, { ...log, calls, outcome: 'quiet' })
    expect((await control('GET', '/deliveries/1')).body).toMatchObject({ late: null })
    await tell(message, { ...log, calls, outcome: 'sent' })
    expect((await control('GET', '/deliveries/1')).body).toMatchObject({
      ...{ outcome: 'quiet', late: { message: id, after: 12_021 } },
      says: `It was answered after 12 seconds as message ${id}.`,
    })
    expect(simulator.journal.read({ limit: 1000 }).entries.at(-1)).toMatchObject({ late: { message: id } })
  })

  it('replaces an earlier one, and belongs to the newest delivery of the message', async () => {
    const { control, mention, tell } = withEcho()
    const message = await mention()
    await tell(message, log)
    await control('POST', '/deliveries/1/resend', { exact: true })
    await tell(message, { ...log, name: 'ab12-2' })
    const { body: resent } = await control('POST', '/deliveries/1/resend', {})
    const posted = JSON.parse((resent.request as { body: string }).body) as { message: { id: number } }
    await tell(posted.message.id, { ...log, name: 'ab12-3' })
    const { deliveries } = (await control('GET', '/deliveries')).body as { deliveries: { log: { name: string } }[] }
    expect(deliveries.map((one) => one.log.name)).toEqual(['ab12-1', 'ab12-2', 'ab12-3'])
  })

  it('is accepted only from the bot itself', async () => {
    const { control, mention, tell } = withEcho()
    const message = await mention()
    expect((await control('POST', '/deliveries/log', { message, log })).status).toBe(401)
    const wrong = { authorization: `Basic ${btoa('echo-bot@example.com:wrong')}` }
    expect((await control('POST', '/deliveries/log', { message, log }, wrong)).status).toBe(401)
    expect(await tell(message, log, 'hamlet')).toMatchObject({ status: 404 })
    expect(await tell(message + 7, log)).toMatchObject({ status: 404 })
    expect((await control('GET', '/deliveries/1')).body.log).toBeNull()
  })

  it.each([
    [{ handler: 'x' }, /log\.name/],
    [{ ...log, lines: [{ after: 1, level: 'loud', text: '' }] }, /lines\[0\]\.level/],
    [{ ...log, line: [] }, /line/],
    [{ ...log, lines: Array.from({ length: 1001 }, () => log.lines[0]) }, /lines/],
  ])('is refused with the path of the invalid field: %#', async (wrong, problem) => {
    const { mention, tell } = withEcho()
    const { status, body } = await tell(await mention(), wrong)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(problem)])
  })

  it('has no secrets and is truncated', async () => {
    const { simulator, control, mention, tell } = withEcho()
    const { apiKey, token } = simulator.credentials('echo')
    const message = await mention()
    const texts = [`the key ${apiKey}`, `the token ${token}`, 'x'.repeat(20_000)]
    await tell(message, { ...log, lines: texts.map((text) => ({ after: 0, level: 'warn', text })) })
    const { text } = await control('GET', '/deliveries/1')
    expect(text).not.toContain(apiKey)
    expect(text).not.toContain(token)
    expect(text.length).toBeLessThan(20_000)
  })
})

describe('the calls of a delivery', () => {
  const numbers = (body: Record<string, unknown>) =>
    (body.calls as { endpoint: string; status: number; code: string | null }[]).map((one) => [
      one.endpoint,
      one.status,
      one.code,
    ])

  it("are those that name the delivery's log", async () => {
    const { control, mention, tell, call } = withEcho()
    const first = await mention()
    await tell(first, log)
    await call('/users/me', 'delivery ab12-1')
    await call('/users/99', 'delivery ab12-1')
    await call('/users', 'delivery ab12-2')
    await call('/streams')
    expect(numbers((await control('GET', '/deliveries/1/calls')).body)).toEqual([
      ['users.me', 200, null],
      ['users.get', 400, 'BAD_REQUEST'],
    ])
  })

  it('are all calls that the bot made during the delivery if there is no log', async () => {
    const { simulator, control, call } = withEcho()
    await call('/streams')
    simulator.connect('echo', async () => {
      await call('/users/me')
      return Response.json({})
    })
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.idle()
    await call('/users')
    expect(numbers((await control('GET', '/deliveries/1/calls')).body)).toEqual([['users.me', 200, null]])
    expect((await control('GET', '/deliveries/7/calls')).status).toBe(404)
  })
})
