import { bakery, readSeed } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { lunch, stage } from './stage.js'

const open = stage()
const mill =
  'name: Mill\nusers:\n  - { full_name: Portia, role: owner }\n  - { full_name: Nerissa }\nbots:\n  - { full_name: Echo, type: outgoing webhook }\n'

describe('another organisation', () => {
  it('takes the place of the one that was there, from YAML or from data', async () => {
    const { simulator, control, mention } = open()
    await mention()
    simulator.checkpoint('bakery')
    expect((await control('PUT', '/seed', { text: mill })).status).toBe(200)
    const { body } = await control('GET', '/organisation')
    expect(body).toMatchObject({
      name: 'Mill',
      users: [{ full_name: 'Portia' }, { full_name: 'Nerissa' }],
      bots: [{ full_name: 'Echo' }],
    })
    expect((await control('GET', '/deliveries')).body.deliveries).toEqual([])
    const seed = (await control('GET', '/seed')).body
    expect(seed).toEqual(readSeed(mill))
    await control('PUT', '/seed', { seed: { ...seed, name: 'Windmill' } })
    expect((await control('GET', '/organisation')).body.name).toBe('Windmill')
    expect((await control('GET', '/seed?format=yaml')).text).toContain('name: Windmill\n')
    await control('POST', '/checkpoints/bakery/restore')
    expect((await control('GET', '/organisation')).body.name).toBe('Oberon Bakery')
    expect((await control('GET', '/seed')).body.name).toBe('Oberon Bakery')
  })

  it('is what a reset goes back to', async () => {
    const { simulator, control } = open()
    const start = simulator.clock.now()
    await control('POST', '/clock/advance', { by: '3h' })
    await control('PUT', '/seed', { text: mill })
    expect(simulator.clock.now()).toBe(start)
    await control('POST', '/users', { full_name: 'Bassanio' })
    await control('POST', '/clock/advance', { by: '1h' })
    await control('POST', '/reset')
    expect((await control('GET', '/organisation')).body.users).toHaveLength(2)
    expect(simulator.clock.now()).toBe(start)
  })

  it('keeps the time where it goes by itself', async () => {
    const { simulator, control } = open({ clock: 'real' })
    await control('PUT', '/seed', { text: mill })
    expect(simulator.clock.kind).toBe('real')
    expect((await control('GET', '/clock')).body.kind).toBe('real')
  })
})

describe('a person whose account was imported', () => {
  it('is a stub until the first login', async () => {
    const organisation = { ...bakery, users: bakery.users.map((user) => ({ ...user })) }
    const { simulator, control } = open({ organisation })
    const stub = organisation.users.find((user) => user.is_imported_stub)
    const { apiKey, email } = simulator.credentials('iago')
    const isStub = async () => {
      const response = await simulator.fetch(`${simulator.url}/api/v1/users/${stub?.user_id}`, {
        headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      })
      return ((await response.json()) as { user: { is_imported_stub: boolean } }).user.is_imported_stub
    }
    expect(await isStub()).toBe(true)
    expect((await control('POST', `/users/${stub?.user_id}/login`)).body).toEqual({ done: true })
    expect(await isStub()).toBe(false)
  })

  it('is told apart from bots, and from nobody', async () => {
    const { control } = open()
    expect(await control('POST', '/users/echo/login')).toMatchObject({
      status: 400,
      body: { error: { code: 'not_a_person' } },
    })
    expect(await control('POST', '/users/nobody/login')).toMatchObject({ status: 404 })
  })
})

describe('people and bots that are added', () => {
  it('can call the API at once, and are called', async () => {
    const { simulator, control } = open()
    const { body } = await control('POST', '/users', { full_name: 'Ariel', role: 'guest' })
    const authorization = `Basic ${btoa(`${body.email}:${body.api_key}`)}`
    const me = await simulator.fetch(`${simulator.url}/api/v1/users/me`, { headers: { authorization } })
    expect(await me.json()).toMatchObject({ user_id: body.user_id, full_name: 'Ariel', is_guest: true })
    const bot = await control('POST', '/bots', { full_name: 'Puck', owner: 'hamlet', address: 'http://127.0.0.1:1/' })
    expect(bot.body).toMatchObject({
      type: 'outgoing webhook',
      owner: 'hamlet@example.com',
      address: 'http://127.0.0.1:1/',
      token: expect.stringMatching(/^\w{32}$/),
    })
    const moved = await control('PATCH', `/bots/${bot.body.user_id}`, { address: 'http://127.0.0.1:2/' })
    expect(moved.body).toEqual({ ...bot.body, address: 'http://127.0.0.1:2/' })
  })
})

describe('the control API over time', () => {
  it('moves the clock, changes how it goes, and tells what is due', async () => {
    const { simulator, control } = open()
    const at = (body: Record<string, unknown>) => new Date(Number(body.time)).toISOString()
    const clock = await control('GET', '/clock')
    expect(clock.body).toMatchObject({ kind: 'frozen', iso: '2026-03-02T05:00:00.000Z', next: Date.UTC(2026, 2, 2, 6) })
    expect(at((await control('POST', '/clock/advance', { by: '1d 12h' })).body)).toBe('2026-03-03T17:00:00.000Z')
    expect(simulator.messages(lunch).at(-1)?.content).toBe('Lunch in ten minutes')
    expect((await control('PATCH', '/clock', { kind: 'real' })).body).toMatchObject({ kind: 'real' })
    expect((await control('PATCH', '/clock', { kind: 'frozen' })).body).toMatchObject({ kind: 'frozen' })
  })

  it('upgrades the server in the middle of a conversation', async () => {
    const { simulator, control } = open({ featureLevel: 200 })
    const triggers: string[] = []
    simulator.connect('echo', async (request) => {
      triggers.push(((await request.json()) as { trigger: string }).trigger)
      return Response.json({})
    })
    for (const featureLevel of [200, 201]) {
      await control('PUT', '/level', { featureLevel })
      simulator.say('hamlet', { to: ['echo'] }, 'psst')
      await simulator.idle()
    }
    expect(triggers).toEqual(['private_message', 'direct_message'])
  })

  it('lists every assumption with its value here', async () => {
    const { control } = open({ assumptions: { messageLength: 50 } })
    const { assumptions } = (await control('GET', '/assumptions')).body as { assumptions: { id: string }[] }
    const one = (id: string) => assumptions.find((row) => row.id === id)
    expect(one('messageLength')).toMatchObject({
      default: 10_000,
      value: 50,
      option: 'assumptions.messageLength',
      allowed: { type: 'integer' },
    })
    expect(one('httpStatuses')).toMatchObject({
      spec: '7',
      value: 'by kind',
      allowed: { enum: expect.arrayContaining(['always 400']) },
    })
    expect(one('rateLimit')).toMatchObject({ option: 'rateLimit' })
    expect(one('scheduledMessageFields')).toMatchObject({ option: null })
  })

  it('tells one simulator from another', async () => {
    const [one, other] = [open(), open()]
    const health = await one.control('GET', '/health')
    expect(health.body).toEqual((await one.control('GET', '/health')).body)
    expect(health.body.instance).not.toBe((await other.control('GET', '/health')).body.instance)
  })
})
