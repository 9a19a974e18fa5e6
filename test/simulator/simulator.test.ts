import { Client } from 'earshot/client'
import {
  bakery,
  createSimulator,
  ServeError,
  type Simulator,
  SimulatorOptionError,
  virtualClock,
} from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { json, opener } from './ways.js'

describe('createSimulator', () => {
  it.each([
    ['featureLevel', -1, 'give a whole number from 0 to 496'],
    ['featureLevel', 1e9, 'give a whole number from 0 to 496'],
    ['featureLevel', 1.5, 'give a whole number from 0 to 496'],
    ['featureLevel', 'latest', 'give a whole number from 0 to 496'],
    ['featureLevel', Number.NaN, 'give a whole number from 0 to 496'],
    ['clock', 'slow', 'give "real", "frozen", "jump"'],
    ['clock', {}, 'give "real", "frozen"'],
    ['deliveryTimeout', 0, 'give a number above 0'],
    ['maxAnswerBytes', -1, 'give a number above 0'],
    ['keepDeliveries', Number.POSITIVE_INFINITY, 'give a number above 0'],
  ])('refuses the option %s with the value %s', (option, value, advice) => {
    const create = () => createSimulator({ [option]: value })
    expect(create).toThrow(SimulatorOptionError)
    expect(create).toThrow(advice)
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_simulator_option', option }))
  })

  it('refuses an unknown dialect', () => {
    expect(() => createSimulator({ dialect: 'klingon' as 'svc' })).toThrow('choose one of svc, zulip')
  })

  it('makes the same keys for the same random seed, and others for another', () => {
    const keys = (randomSeed?: string | number) =>
      ['iago', 'echo'].map((who) =>
        createSimulator({ ...(randomSeed !== undefined && { randomSeed }) }).credentials(who),
      )
    expect(keys(1)).toEqual(keys(1))
    expect(keys('a')).toEqual(keys('a'))
    expect(keys('a')).not.toEqual(keys('b'))
    for (const { apiKey } of keys('a')) expect(apiKey).toMatch(/^[A-Za-z0-9]{32}$/)
  })

  it('makes new keys for each simulator without a seed, and keeps them after a reset', () => {
    const keysOf = (simulator: Simulator) => ['iago', 'echo'].map((who) => simulator.credentials(who))
    const [one, other] = [createSimulator(), createSimulator()]
    for (const [at, { apiKey, token }] of keysOf(one).entries()) {
      expect(apiKey).not.toBe(keysOf(other)[at]?.apiKey)
      if (token !== undefined) expect(token).not.toBe(keysOf(other)[at]?.token)
    }
    const before = keysOf(one)
    expect(keysOf(one.branch())).toEqual(before)
    one.reset()
    expect(keysOf(one)).toEqual(before)
    one.reset(bakery)
    expect(keysOf(one)).toEqual(before)
  })

  it('accepts an organisation', () => {
    const simulator = createSimulator({ organisation: { ...bakery, name: 'Elsinore', bots: [] } })
    expect(() => simulator.credentials('echo')).toThrow(
      'Nobody is called "echo"; the accounts are Notification Bot, Desdemona',
    )
  })

  it('accepts a clock', async () => {
    const clock = virtualClock(1_000_000)
    const simulator = createSimulator({ clock })
    expect(simulator.clock.now()).toBe(1_000_000)
    clock.advance(500)
    expect(simulator.clock.now()).toBe(1_000_500)
    await simulator.clock.advance('1s')
    expect(clock.now()).toBe(1_001_500)
    expect(() => simulator.clock.change('real')).toThrow('was passed in')
  })
})

describe('a simulator', () => {
  const open = opener()

  it('finds credentials by name, address or ID, with a token for outgoing webhooks', async () => {
    const { simulator } = await open()
    const echo = simulator.credentials('echo')
    expect(echo).toEqual({
      site: simulator.url,
      email: 'echo-bot@example.com',
      apiKey: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    })
    expect(simulator.credentials('ECHO-BOT@example.com')).toEqual(echo)
    expect(simulator.credentials(20)).toEqual(echo)
    expect(simulator.credentials('yeast counter')).not.toHaveProperty('token')
    expect(() => simulator.credentials('godot')).toThrow(RangeError)
  })

  it('reacts to a message, and presses its buttons, as somebody', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    const where = { channel: 'kitchen', topic: 'bread' }
    const echo = new Client({ ...simulator.credentials('echo'), fetch: simulator.fetch })
    const widget = {
      type: 'choices',
      heading: 'Bread?',
      choices: [{ short_name: '1', long_name: 'Rye', reply: '@**Echo** rye' }],
    }
    const { id } = await echo.messages.send({
      type: 'stream',
      to: 'kitchen',
      topic: 'bread',
      content: 'Bread?',
      widget_content: JSON.stringify({ widget_type: 'zform', extra_data: widget }),
    })
    simulator.react('iago', id, 'bread')
    simulator.press('iago', id, 'rye')
    const messages = simulator.messages(where)
    expect(messages.map(({ content }) => content)).toEqual(['Bread?', '@**Echo** rye'])
    expect(messages[0]?.reactions.map((reaction) => reaction.emoji_name)).toEqual(['bread'])
    expect(() => simulator.press('iago', id, 'spelt')).toThrow('spelt')
    expect(() => simulator.react('iago', id, 'no_such')).toThrow("Emoji 'no_such' does not exist")
    await simulator.close()
  })

  it('sends messages by `say` and lists them by `messages`', async () => {
    const { simulator } = await open()
    const id = simulator.say('iago', { channel: 'kitchen', topic: 'bread' }, 'Rye today')
    expect(simulator.messages({ channel: 'kitchen', topic: 'bread' })).toMatchObject([{ id, content: 'Rye today' }])
    simulator.say('iago', { to: ['hamlet', 'cordelia'] }, 'Psst')
    expect(simulator.messages({ dm: ['cordelia', 'hamlet', 'iago'] }).map(({ content }) => content)).toEqual(['Psst'])
    expect(simulator.messages({ channel: 'kitchen', topic: 'nothing here' })).toEqual([])
    expect(() => simulator.messages({ channel: 'nowhere', topic: 'a' })).toThrow('There is no channel "nowhere"')
    expect(() => simulator.say('iago', { channel: 'nowhere', topic: 'a' }, 'Hi')).toThrow(
      "Channel 'nowhere' does not exist",
    )
    expect(() => simulator.say('nobody', { channel: 'kitchen', topic: 'a' }, 'Hi')).toThrow('Nobody is called')
  })

  it('adds people and bots that can call the API and be called', async () => {
    const { simulator, call } = await open()
    const person = simulator.addUser({ full_name: 'Ariel', email: 'ariel@example.com', role: 'guest' })
    const bot = simulator.addBot({ full_name: 'Sprite', type: 'generic', owner: 'ariel' })
    expect(person).not.toHaveProperty('token')
    expect(bot).not.toHaveProperty('token')
    expect((await call('ariel', 'GET', '/users/me')).body).toMatchObject({ full_name: 'Ariel', is_guest: true })
    expect((await call('sprite', 'GET', '/users/me')).body).toMatchObject({ is_bot: true, bot_type: 1 })
    const called = simulator.addBot({ full_name: 'Puck', address: () => Response.json({ content: 'I hear.' }) })
    expect(called.token).toBeDefined()
    simulator.say('iago', { to: ['puck'] }, 'Puck?')
    await simulator.idle()
    expect(simulator.messages({ dm: ['iago', 'puck'] }).at(-1)?.content).toBe('I hear.')
  })

  it('refuses to advance a real clock', async () => {
    const { simulator } = await open()
    await expect(simulator.advance(1)).rejects.toThrow('{ clock: "frozen" }')
  })

  it('has a fetch with the same arguments as the global one', async () => {
    const { simulator, as } = await open()
    const url = `${simulator.url}/api/v1/users/me`
    const headers = as('iago')
    for (const response of [
      await simulator.fetch(url, { headers }),
      await simulator.fetch(new URL(url), { headers }),
      await simulator.fetch(new Request(url, { headers })),
      await simulator.fetch(new Request(url), { headers }),
      await simulator.fetch(`${url}#part`, { headers }),
    ]) {
      expect(await json(response)).toMatchObject({ full_name: 'Iago' })
    }
  })
})

describe('serve()', () => {
  const open = opener()

  it('takes a free port of the loopback address, and puts it into all addresses', async () => {
    const { simulator } = await open()
    const before = simulator.credentials('iago')
    const { url, port } = await simulator.serve()
    expect(url).toBe(`http://127.0.0.1:${port}`)
    expect(simulator.url).toBe(url)
    expect(simulator.credentials('iago')).toEqual({ ...before, site: url })
    expect(await json(await fetch(`${url}/api/v1/server_settings`))).toMatchObject({ realm_url: url })
    await expect(simulator.serve()).rejects.toThrow(`is served already, at ${url}`)
  })

  it('names the port that is in use', async () => {
    const one = await open()
    const other = await open()
    const { port } = await one.simulator.serve()
    const refusal = await other.simulator.serve({ port }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ServeError)
    expect(refusal).toMatchObject({
      code: 'port_in_use',
      port,
      message: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use`),
    })
    expect(await other.simulator.serve()).toMatchObject({ port: expect.any(Number) })
  })

  it('ends with close(), even with open connections, and can be called again', async () => {
    const { simulator } = await open()
    const { url } = await simulator.serve()
    await (await fetch(`${url}/`)).text()
    await simulator.close()
    await simulator.close()
    await expect(fetch(`${url}/`)).rejects.toThrow()
    expect(simulator.url).toBe('http://localhost')
    const again = await simulator.serve()
    expect((await fetch(`${again.url}/`)).status).toBe(200)
  })
})
