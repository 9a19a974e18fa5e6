import { createSimulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { inBothWays, json, type Service } from '../ways.js'

/** What a call fails with, told by the platform's own words. */
async function failure(call: Promise<unknown>): Promise<{ message: string; code: unknown }> {
  const error: unknown = await call.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: `${error.name}: ${error.message}`, code: Reflect.get(Object(error.cause), 'code') }
}

const me = ({ send, as }: Service, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  send('/api/v1/users/me', { ...init, headers: { ...as('iago'), ...headers } })

const sendMessage = ({ call }: Service, content = 'Rye') =>
  call('hamlet', 'POST', '/messages', { type: 'stream', to: 'kitchen', topic: 'bread', content })

const contents = ({ simulator }: Service) =>
  simulator.messages({ channel: 'kitchen', topic: 'bread' }).map(({ content }) => content)

/** What Iago has written to Hamlet in a test. */
const toHamlet = ({ simulator }: Service) =>
  simulator
    .messages({ dm: ['iago', 'hamlet'] })
    .map(({ content }) => content)
    .filter((content) => ['one', 'two', 'late', 'cut'].includes(content))

/** Resolves when the socket, where there is one, has had time to carry what was sent. */
async function arrived(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !condition(); turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(condition()).toBe(true)
}

inBothWays((open) => {
  it.each([500, 502, 503, 504])('answers %i to the given number of calls, and then as usual', async (status) => {
    const service = await open({ faults: [`the next 2 calls of users.me answer ${status}`] })
    const statuses: number[] = []
    for (let request = 0; request < 3; request += 1) statuses.push((await me(service)).status)
    expect(statuses).toEqual([status, status, 200])
    expect(service.simulator.faults.list()).toMatchObject([{ id: 1, seen: 3, fired: 2, remaining: 0 }])
  })

  it('answers an error status before the call takes effect, or after it', async () => {
    const service = await open({
      faults: ['call 1 of messages.send answers 500', 'call 2 of messages.send answers 500 after taking effect'],
    })
    expect((await sendMessage(service, 'one')).body).toEqual({ result: 'error', msg: 'Internal server error' })
    expect((await sendMessage(service, 'two')).status).toBe(500)
    expect(contents(service)).toEqual(['two'])
  })

  it('answers 502 with the HTML page of a proxy', async () => {
    const service = await open({ faults: ['the next call answers 502'] })
    const response = await me(service)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('<h1>502 Bad Gateway</h1>')
  })

  it('sends Retry-After with 429, in the header and the body', async () => {
    const service = await open({
      faults: ['call 1 answers 429 with Retry-After 1500ms', 'call 2 answers 429'],
    })
    const told = await me(service)
    expect(told.status).toBe(429)
    expect(told.headers.get('retry-after')).toBe('1.5')
    expect(await json(told)).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 1.5 })
    const untold = await me(service)
    expect(untold.headers.get('retry-after')).toBe('1')
    expect(await json(untold)).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 1 })
  })

  it.each([
    ['dropped', 'UND_ERR_SOCKET'],
    ['reset', 'ECONNRESET'],
  ])('breaks the connection before the call takes effect, or after it: %s', async (how, code) => {
    const service = await open({
      faults: [`call 1 is ${how}`, `call 2 is ${how} after taking effect`],
    })
    const broken = { message: 'TypeError: fetch failed', code }
    expect(await failure(sendMessage(service, 'one'))).toEqual(broken)
    expect(await failure(sendMessage(service, 'two'))).toEqual(broken)
    expect((await sendMessage(service, 'three')).status).toBe(200)
    expect(contents(service)).toEqual(['two', 'three'])
  })

  it('hangs until the caller aborts, before the call takes effect or after it', async () => {
    const service = await open({ faults: ['call 1 hangs', 'call 2 hangs after taking effect'] })
    const form = (content: string) => new URLSearchParams({ type: 'direct', to: '[10]', content })
    for (const content of ['one', 'two']) {
      const patience = new AbortController()
      const init = { method: 'POST', headers: service.as('iago'), body: form(content), signal: patience.signal }
      const call = service.send('/api/v1/messages', init)
      await arrived(() => service.simulator.faults.applied.length === (content === 'one' ? 1 : 2))
      patience.abort(new Error('I have waited long enough.'))
      await expect(call).rejects.toThrow('I have waited long enough.')
    }
    expect(toHamlet(service)).toEqual(['two'])
  })

  it('breaks hanging calls when the simulator is closed', async () => {
    const service = await open({ faults: ['every call hangs'] })
    const call = failure(me(service))
    await arrived(() => service.simulator.faults.applied.length === 1)
    await service.simulator.close()
    expect(await call).toEqual({ message: 'TypeError: fetch failed', code: 'UND_ERR_SOCKET' })
  })

  it('delays a call by simulated time before it takes effect', async () => {
    const service = await open({ clock: 'frozen', faults: ['every call of messages.send is delayed by 3s'] })
    const { simulator } = service
    let isAnswered = false
    const call = sendMessage(service).finally(() => {
      isAnswered = true
    })
    await arrived(() => simulator.faults.applied.length === 1)
    await simulator.advance('2999ms')
    expect(contents(service)).toEqual([])
    await simulator.advance('1ms')
    expect((await call).status).toBe(200)
    expect(isAnswered).toBe(true)
    expect(contents(service)).toEqual(['Rye'])
  })

  it('delays the answer by simulated time after the call took effect', async () => {
    const service = await open({ clock: 'frozen', faults: ['the next call is delayed by 1h after taking effect'] })
    const call = sendMessage(service)
    await arrived(() => contents(service).length === 1)
    await service.simulator.advance('1h')
    expect((await call).status).toBe(200)
  })

  it('carries out a delayed call even if its caller aborted', async () => {
    const service = await open({ clock: 'frozen', faults: ['the next call is delayed by 5s'] })
    const { simulator } = service
    const patience = new AbortController()
    const body = new URLSearchParams({ type: 'direct', to: '[10]', content: 'late' })
    const init = { method: 'POST', headers: service.as('iago'), body, signal: patience.signal }
    const call = failure(service.send('/api/v1/messages', init))
    await arrived(() => simulator.faults.applied.length === 1)
    patience.abort(new Error('I have waited long enough.'))
    expect((await call).message).toContain('I have waited long enough.')
    await simulator.advance('5s')
    expect(toHamlet(service)).toEqual(['late'])
  })

  it('breaks off in the middle of the body, after the call took effect', async () => {
    const service = await open({ faults: ['the next call breaks off after 12 bytes'] })
    const body = new URLSearchParams({ type: 'direct', to: '[10]', content: 'cut' })
    const response = await service.send('/api/v1/messages', { method: 'POST', headers: service.as('iago'), body })
    expect(response.status).toBe(200)
    expect(await failure(response.text())).toEqual({ message: 'TypeError: terminated', code: 'UND_ERR_SOCKET' })
    expect(toHamlet(service)).toEqual(['cut'])
  })

  it('breaks off before the last byte if the answer is shorter', async () => {
    const service = await open({ faults: ['the next call breaks off after 1000000 bytes'] })
    const response = await me(service)
    expect((await failure(response.text())).message).toBe('TypeError: terminated')
  })

  it('answers malformed JSON, or with the wrong content type', async () => {
    const service = await open({
      faults: ['call 1 answers malformed JSON', 'call 2 answers with the content type text/html'],
    })
    const malformed = await me(service)
    expect(malformed.status).toBe(200)
    expect(malformed.headers.get('content-type')).toBe('application/json')
    expect(await failure(malformed.json())).toMatchObject({ message: expect.stringContaining('SyntaxError') })
    const mistyped = await me(service)
    expect(mistyped.headers.get('content-type')).toBe('text/html')
    expect(await json(mistyped)).toMatchObject({ full_name: 'Iago' })
  })

  it('sends the body in small parts at simulated intervals', async () => {
    const service = await open({ clock: 'frozen', faults: ['the next call drips 40 bytes every 500ms'] })
    const response = await me(service)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(first?.value?.length).toBe(40)
    let rest = ''
    let isDone = false
    const all = (async () => {
      for (;;) {
        const part = await reader?.read()
        if (part === undefined || part.done) break
        rest += new TextDecoder().decode(part.value)
      }
      isDone = true
    })()
    await service.simulator.advance('500ms')
    await arrived(() => rest.length === 40)
    expect(isDone).toBe(false)
    await service.simulator.advance('1h')
    await all
    expect(JSON.parse(new TextDecoder().decode(first?.value) + rest)).toMatchObject({ full_name: 'Iago' })
  })

  it('answers 401 as for a revoked key, from the given call on', async () => {
    const service = await open({ faults: ['calls 2 and later by Iago find the key revoked'] })
    expect((await me(service)).status).toBe(200)
    for (let request = 0; request < 2; request += 1) {
      const refused = await me(service)
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toContain('Basic')
      expect(await json(refused)).toMatchObject({ code: 'UNAUTHORIZED', msg: 'Invalid API key' })
    }
    expect((await service.call('hamlet', 'GET', '/users/me')).status).toBe(200)
    service.simulator.faults.clear()
    expect((await me(service)).status).toBe(200)
  })

  it("doesn't affect or count calls of the playground", async () => {
    const service = await open({ faults: ['the next call answers 503'] })
    expect((await me(service, { 'Earshot-Client': 'playground' })).status).toBe(200)
    expect(service.simulator.faults.list()).toMatchObject([{ seen: 0, fired: 0 }])
    expect((await me(service)).status).toBe(503)
  })

  it('ends delays and hangs when all faults are cleared', async () => {
    const service = await open({
      clock: 'frozen',
      faults: ['call 1 is delayed by 1h', 'call 2 hangs', 'every call by Hamlet hangs'],
    })
    const delayed = me(service)
    const hanging = failure(me(service))
    await arrived(() => service.simulator.faults.applied.length === 2)
    service.simulator.faults.clear()
    expect((await delayed).status).toBe(200)
    expect((await hanging).message).toMatch(/^TypeError: /)
    expect((await me(service)).status).toBe(200)
  })

  it('combines a delay, a status and a content type for one call', async () => {
    const service = await open({
      clock: 'frozen',
      faults: [
        'every call answers with the content type text/plain',
        'every call is delayed by 1s',
        'the next call answers 503',
        'the next call answers 500',
      ],
    })
    const first = me(service)
    await arrived(() => service.simulator.faults.applied.length === 1)
    await service.simulator.advance('1s')
    const response = await first
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/plain'])
    const second = me(service)
    await arrived(() => service.simulator.faults.applied.length === 2)
    await service.simulator.advance('1s')
    expect((await second).status).toBe(500)
    expect(service.simulator.faults.list().map(({ fired }) => fired)).toEqual([2, 2, 1, 1])
  })

  it('adds no headers unless Earshot-Show asks for them', async () => {
    const service = await open({ faults: ['the next 2 calls answer 503'] })
    const plain = await me(service)
    expect([...plain.headers.keys()].filter((name) => name.startsWith('earshot'))).toEqual([])
    const asked = await me(service, { 'Earshot-Show': 'assumptions, faults' })
    expect(asked.headers.get('earshot-faults')).toBe('the next 2 calls answer 503 before taking effect')
    const unharmed = await me(service, { 'Earshot-Show': 'faults' })
    expect(unharmed.headers.get('earshot-faults')).toBeNull()
  })

  it('sends no body in answer to HEAD', async () => {
    const service = await open({ faults: ['call 1 answers 502', 'call 2 drips 1 byte every 1h'] })
    for (const status of [502, 200]) {
      const response = await me(service, {}, { method: 'HEAD' })
      expect([response.status, await response.text()]).toEqual([status, ''])
    }
  })

  it('matches the verb given by the form field `method`', async () => {
    const service = await open({ faults: ['every call of PATCH /messages/{message_id} answers 503'] })
    const { id } = (await sendMessage(service)).body
    const edit = { method: 'PATCH', content: 'Wheat' }
    expect(
      (
        await service.send(`/api/v1/messages/${id}`, {
          method: 'POST',
          headers: service.as('hamlet'),
          body: new URLSearchParams(edit),
        })
      ).status,
    ).toBe(503)
    expect(contents(service)).toEqual(['Rye'])
  })

  it('ignores requests to no endpoint and OPTIONS', async () => {
    const service = await open({ faults: ['every call answers 503'] })
    expect((await service.send('/')).status).toBe(200)
    expect((await service.send('/api/v1/nowhere')).status).toBe(404)
    expect((await service.send('/api/v1/users/me', { method: 'OPTIONS' })).status).toBe(204)
    expect(service.simulator.faults.list()).toMatchObject([{ seen: 0 }])
  })
})

describe('a fault of calls', () => {
  it('affects exactly the calls that its sentence selects', async () => {
    const struckBy = async (fault: string) => {
      const simulator = createSimulator({ faults: [fault] })
      const numbers: number[] = []
      for (let number = 1; number <= 8; number += 1) {
        const { status } = await simulator.fetch(`${simulator.url}/api/v1/server_settings`)
        if (status === 500) numbers.push(number)
      }
      await simulator.close()
      return numbers
    }
    expect(await struckBy('every call answers 500')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await struckBy('every third call answers 500')).toEqual([3, 6])
    expect(await struckBy('the next call answers 500')).toEqual([1])
    expect(await struckBy('the next 3 calls answer 500')).toEqual([1, 2, 3])
    expect(await struckBy('call 4 answers 500')).toEqual([4])
    expect(await struckBy('calls 4 to 6 answer 500')).toEqual([4, 5, 6])
    expect(await struckBy('calls 1, 3 to 4 and 8 answer 500')).toEqual([1, 3, 4, 8])
    expect(await struckBy('calls 7 and later answer 500')).toEqual([7, 8])
    expect(await struckBy('every call of users.me answers 500')).toEqual([])
    expect(await struckBy('every call by Iago answers 500')).toEqual([])
  })

  it('counts the calls that it saw, those it affected, and those that remain', async () => {
    const simulator = createSimulator({ faults: ['calls 2 to 4 answer 500', 'every second call of users.me hangs'] })
    for (let number = 1; number <= 3; number += 1) await simulator.fetch(`${simulator.url}/api/v1/server_settings`)
    expect(simulator.faults.list()).toEqual([
      {
        id: 1,
        sentence: 'calls 2 to 4 answer 500 before taking effect',
        fault: {
          on: 'calls',
          which: { kind: 'numbers', ranges: [[2, 4]] },
          effect: { kind: 'status', status: 500, when: 'before' },
        },
        seen: 3,
        fired: 2,
        remaining: 1,
      },
      expect.objectContaining({ id: 2, seen: 0, fired: 0 }),
    ])
    expect(simulator.faults.list()[1]).not.toHaveProperty('remaining')
    await simulator.close()
  })

  it('takes its delays on a clock that jumps', async () => {
    const simulator = createSimulator({
      clock: 'jump',
      faults: ['every call is delayed by 3h', 'every call drips 10 bytes every 1h'],
    })
    const before = simulator.clock.now()
    const response = await simulator.fetch(`${simulator.url}/api/v1/server_settings`)
    expect(await response.json()).toMatchObject({ result: 'success' })
    expect(simulator.clock.now() - before).toBeGreaterThan(3 * 60 * 60 * 1000)
    await simulator.close()
  })

  it('is listed in faults.applied and in the journal', async () => {
    const simulator = createSimulator({ clock: 'frozen' })
    simulator.faults.add('every second call of users.me by "Iago" answers 503')
    const { email, apiKey } = simulator.credentials('iago')
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    for (let number = 1; number <= 2; number += 1)
      await simulator.fetch(`${simulator.url}/api/v1/users/me`, { headers })
    const applied = {
      at: simulator.clock.now(),
      on: 'calls',
      endpoint: 'users.me',
      method: 'GET',
      by: email,
      faults: [{ id: 1, sentence: 'every second call of users.me by Iago answers 503 before taking effect' }],
    }
    expect(simulator.faults.applied).toEqual([applied])
    const { entries } = simulator.journal.read({ kinds: ['fault'] })
    expect(entries).toMatchObject([
      { what: 'added', fault: { id: 1, fired: 0 } },
      { what: 'applied', fault: applied },
    ])
    await simulator.close()
  })

  it('is restored, branched and reset with the rest of the state', async () => {
    const simulator = createSimulator({ faults: ['the next 2 calls answer 500'] })
    const call = async () => (await simulator.fetch(`${simulator.url}/api/v1/server_settings`)).status
    expect(await call()).toBe(500)
    simulator.checkpoint('one left')
    expect([await call(), await call()]).toEqual([500, 200])
    simulator.faults.add('every call answers 503')
    expect(await call()).toBe(503)
    const branch = simulator.branch()
    expect(branch.faults.list()).toHaveLength(2)
    simulator.restore('one left')
    expect([await call(), await call()]).toEqual([500, 200])
    simulator.reset()
    expect([await call(), await call(), await call()]).toEqual([500, 500, 200])
    expect(simulator.faults.applied).toHaveLength(6)
    await branch.close()
    await simulator.close()
  })
})
