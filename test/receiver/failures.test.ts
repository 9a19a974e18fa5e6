import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from '../../src/receiver/http/refusalCounter.js'
import { runs } from '../seed.js'
import { answered, type KitOptions, kit } from './kit.js'
import { echoBot, echoToken, mention } from './notifications.js'

const wrong = { ...mention(), token: 'x'.repeat(32) }

/** A receiver that hears from several addresses. */
function heard(options: KitOptions = {}) {
  const made = kit({ failureLimits: { perAddress: 3, perBot: 5, window: 60_000 }, ...options })
  const from = async (remoteAddress: string, body: unknown) =>
    answered(
      await made.receiver.request('/', { method: 'POST', body: JSON.stringify(body) }, { remoteAddress } as object),
    )
  return { ...made, from }
}

describe('wrong credentials', () => {
  it.each([
    ['a wrong token', wrong, { bot: echoBot.email, wrong: 'token' }],
    ['an unknown bot', { ...mention(), bot_email: 'nobody@example.com' }, { bot: 'nobody@example.com', wrong: 'bot' }],
  ])("are logged with the bot's address and what was wrong: %s", async (_, body, facts) => {
    const { from, lines } = heard()
    await from('192.0.2.7', body)
    expect(lines).toMatchObject([{ level: 'warn', fields: { code: 'unauthorized', ...facts } }])
    for (const token of [wrong.token, echoToken]) expect(JSON.stringify(lines)).not.toContain(token)
  })
})

describe('a client with repeated failures', () => {
  it('gets 429 with Retry-After after the limit', async () => {
    const { receiver, from } = heard()
    for (let time = 0; time < 3; time += 1) expect((await from('192.0.2.7', wrong)).status).toBe(401)
    const limited = await from('192.0.2.7', wrong)
    expect(limited).toMatchObject({ status: 429, body: { error: { code: 'too_many_failures' } } })
    expect(limited.headers.get('retry-after')).toBe('60')
    const elsewhere = await receiver.request('/no/such/path', {}, { remoteAddress: '192.0.2.7' })
    expect(elsewhere.status).toBe(429)
  })

  it('is never limited for valid requests', async () => {
    const { from, delivered } = heard()
    for (let time = 0; time < 50; time += 1) await from('192.0.2.7', wrong)
    for (let id = 1; id <= 50; id += 1) expect((await from('192.0.2.7', mention({ id }))).status).toBe(200)
    expect(delivered).toHaveLength(50)
  })

  it("doesn't affect other addresses", async () => {
    const { from } = heard()
    for (let time = 0; time < 50; time += 1) await from('192.0.2.7', '{')
    expect((await from('192.0.2.8', '{')).status).toBe(400)
  })

  it('gets a new allowance after the window', async () => {
    const { from, clock } = heard()
    for (let time = 0; time < 5; time += 1) await from('192.0.2.7', wrong)
    await clock.advance(60_000)
    expect((await from('192.0.2.7', wrong)).status).toBe(401)
  })

  it('is counted by its IPv6 network', async () => {
    const { from } = heard()
    for (let time = 1; time <= 3; time += 1) await from(`2001:db8:1:2::${time}`, '{')
    expect((await from('2001:db8:1:2:ffff::9', '{')).status).toBe(429)
    expect((await from('2001:db8:1:3::1', '{')).status).toBe(400)
  })

  it('is counted by the bot address it claims, known or not, across networks', async () => {
    for (const bot_email of [echoBot.email, 'nobody@example.com']) {
      const { from } = heard()
      const guess = { ...wrong, bot_email }
      for (let at = 1; at <= 5; at += 1) expect((await from(`192.0.2.${at}`, guess)).status).toBe(401)
      expect((await from('192.0.2.99', { ...guess, bot_email: bot_email.toUpperCase() })).status).toBe(429)
      expect((await from('192.0.2.98', { ...guess, bot_email: 'other@example.com' })).status).toBe(401)
    }
  })

  it('is logged individually up to the limit, then once, then as a sum', async () => {
    const { from, lines, clock } = heard()
    for (let time = 0; time < 1_000; time += 1) await from('192.0.2.7', '{')
    expect(lines).toHaveLength(4)
    expect(lines[0]?.fields).toMatchObject({ code: 'not_an_object', address: '192.0.2.7' })
    expect(lines[3]).toMatchObject({ level: 'warn', fields: { address: '192.0.2.7', seconds: 60 } })
    await clock.advance(60_000)
    await from('192.0.2.7', '{')
    expect(lines[4]).toMatchObject({ fields: { refused: 1_000, unlogged: 997 } })
  })

  it('is counted in bounded memory: after too many addresses, new ones share one count', async () => {
    const { from } = heard()
    for (let at = 0; at < 10_000; at += 1) await from(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, '{')
    for (let at = 0; at < 3; at += 1) await from(`172.16.0.${at}`, '{')
    expect((await from('172.16.1.1', '{')).status).toBe(429)
    expect((await from('172.16.1.1', mention())).status).toBe(200)
  })

  it("isn't counted for failures of the receiver itself", async () => {
    const { from } = heard({
      handle: () => {
        throw new Error('burnt')
      },
    })
    for (let id = 1; id <= 10; id += 1) expect((await from('192.0.2.7', mention({ id }))).status).toBe(500)
  })

  it.each([
    ['failureLimits.window', { window: 0 }],
    ['failureLimits.perAddress', { perAddress: -1 }],
    ['failureLimits.perBot', { perBot: Number.NaN }],
  ])('limits with an invalid %s throw', (option, failureLimits) => {
    expect(() => kit({ failureLimits })).toThrow(expect.objectContaining({ code: 'receiver_option', option }))
  })
})

describe('JSON with too many values', () => {
  it.each([
    ['a list of many numbers', `[${'0,'.repeat(1_000)}0]`],
    ['many empty objects', `[${'{},'.repeat(600)}{}]`],
    ['an object of many keys', `{${'"a":0,'.repeat(1_000)}"b":0}`],
  ])('%s is refused before it is parsed', async (_, body) => {
    const { post } = kit({ maxJsonValues: 1_000 })
    expect(await post(body)).toMatchObject({ status: 400, body: { error: { code: 'too_many_values' } } })
  })

  it('is not confused with brackets inside a text', async () => {
    const { post, delivered } = kit({ maxJsonDepth: 4, maxJsonValues: 60 })
    const content = `${'[{,'.repeat(1_000)}\\"\\\\" \\u005b${'"'.repeat(7)}`
    expect((await post(mention({ content }))).status).toBe(200)
    expect(delivered[0]?.notification.message.content).toBe(content)
  })

  it('has the same nesting depth as JSON.parse finds', async () => {
    const deep = (json: unknown): number =>
      typeof json === 'object' && json !== null ? 1 + Math.max(0, ...Object.values(json).map(deep)) : 0
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (json) => {
        const { post } = kit({ maxJsonDepth: 3 })
        const { body } = await post(JSON.stringify(json))
        const { code } = (body as { error: { code: string } }).error
        expect(code === 'too_deep').toBe(deep(json) > 3)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('is short for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 100 }),
        (text) => void expect(networkOf(text).length).toBeLessThanOrEqual(45),
      ),
      { numRuns: runs(500) },
    )
  })
})

it('a token in place of an address never appears in the log', async () => {
  const { from, lines } = heard()
  await from('192.0.2.7', { ...wrong, bot_email: echoToken })
  expect(JSON.stringify(lines)).not.toContain(echoToken)
})
