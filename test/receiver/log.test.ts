import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noop, withFields } from '../../src/bot/index.js'
import { consoleLog, mask, maskedLog } from '../../src/receiver/index.js'
import { kit, recordingLog } from './kit.js'
import { echoBot, echoToken, mention } from './notifications.js'

/** Everything that was written, as one text. */
const written = (lines: readonly unknown[]) => lines.map(everythingIn).join('\n')

function everythingIn(value: unknown): string {
  if (value instanceof Error)
    return [value.message, value.stack, everythingIn({ ...value }), everythingIn(value.cause)].join()
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, inner]) => `${name}=${everythingIn(inner)}`)
    .join()
}

describe('a log behind the mask', () => {
  const secret = 'swordfish-7'

  function writtenFor(fields: object, message = 'said') {
    const { log, lines } = recordingLog()
    maskedLog(log, [secret]).info(fields, message)
    return { text: written(lines), line: lines[0] }
  }

  it.each([
    ['in a field', { note: `it is ${secret}!` }],
    ['twice in a field', { note: `${secret}${secret}` }],
    ['deep in a field', { request: { parts: [{ text: secret }] } }],
    ['in an error', { error: new Error(`wrong: ${secret}`) }],
    ['in the cause of an error', { error: new Error('wrong', { cause: new Error(secret) }) }],
    ['in a field of an error', { error: Object.assign(new Error('wrong'), { url: `/?key=${secret}` }) }],
    ['in a map', { headers: new Map([['x', secret]]) }],
    ['in a set', { seen: new Set([secret]) }],
    ['in headers', { headers: new Headers({ 'x-key': secret }) }],
    ['in an address', { url: new URL(`https://example.com/?key=${secret}`) }],
    ['as a name', { [secret]: true }],
    ['in JSON inside a text', { body: JSON.stringify({ key: secret }) }],
  ])('hides a known secret %s', (_, fields) => {
    const { text } = writtenFor(fields)
    expect(text).not.toContain(secret)
    expect(text).toContain(mask)
  })

  it('lets be what is too short for a secret, as it is inside ordinary words', () => {
    const { log, lines } = recordingLog()
    maskedLog(log, ['e', 'message', '']).info({ message: 7, text: 'the message' }, 'A message came')
    expect(lines).toMatchObject([{ fields: { message: 7, text: 'the message' }, message: 'A message came' }])
  })

  it('hides a known secret in the sentence', () => {
    expect(writtenFor({}, `hello ${secret}`).line?.message).toBe(`hello ${mask}`)
  })

  it.each([
    'token',
    'Token',
    'tokens',
    'apiKey',
    'api_key',
    'api-key',
    'ownerApiKey',
    'EARSHOT_TOKEN',
    'authorization',
    'Authorization',
    'proxy-authorization',
    'password',
    'set-cookie',
    'clientSecret',
  ])('hides what stands in a field named %s, whatever it is', (name) => {
    for (const value of ['unknown to us', 7, { inner: 'unknown to us' }, ['unknown to us']]) {
      expect(writtenFor({ a: { [name]: value } }).line?.fields).toEqual({ a: { [name]: mask } })
    }
  })

  it('leaves the rest as it is', () => {
    const fields = { count: 7, name: 'tokenizer', key: 'a', list: [1, null, true], at: new Date(0), none: undefined }
    expect(writtenFor(fields).line?.fields).toEqual(fields)
  })

  it('keeps an error an error, with its name and code', () => {
    const error = Object.assign(new TypeError('wrong'), { code: 'E_WRONG' })
    const copy = writtenFor({ error }).line?.fields.error
    expect(copy).toBeInstanceOf(Error)
    expect(copy).toMatchObject({ name: 'TypeError', message: 'wrong', code: 'E_WRONG', stack: error.stack })
  })

  it('ends on circles', () => {
    const { log, lines } = recordingLog()
    const circle: Record<string, unknown> = { note: secret }
    circle.self = circle
    maskedLog(log, [secret]).info({ circle }, 'said')
    const copy = lines[0]?.fields.circle as typeof circle
    expect(copy.note).toBe(mask)
    expect(copy.self).toBe(copy)
  })

  it('takes a key named __proto__ as any other', () => {
    const fields: object = JSON.parse(`{"inner": {"__proto__": {"note": "${secret}"}}}`)
    expect(JSON.stringify(writtenFor(fields).line?.fields)).toBe(`{"inner":{"__proto__":{"note":"${mask}"}}}`)
    expect(Reflect.get({}, 'note')).toBeUndefined()
  })

  it('does not change what it was given', () => {
    const fields = { note: secret, inner: { token: 'x' } }
    writtenFor(fields)
    expect(fields).toEqual({ note: secret, inner: { token: 'x' } })
  })

  it('lets the work go on when the log is broken, or a field can not be read', () => {
    const broken = () => {
      throw new Error('the disk is full')
    }
    expect(() =>
      maskedLog({ debug: broken, info: broken, warn: broken, error: broken }, []).info({}, 'said'),
    ).not.toThrow()
    const { log, lines } = recordingLog()
    const unreadable = Object.defineProperty({}, 'field', { get: broken, enumerable: true })
    expect(() => maskedLog(log, [secret]).info(unreadable, 'said')).not.toThrow()
    expect(lines).toEqual([])
  })

  it('hides every secret wherever it stands in whatever text', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 8 }), { minLength: 1 }), text, text, (secrets, before, after) => {
        const { log, lines } = recordingLog()
        maskedLog(log, secrets).warn({ note: before + secrets[0] + after }, 'said')
        // The field's name may hold a secret too.
        const [note] = Object.values(lines[0]?.fields ?? {})
        for (const hidden of secrets) {
          expect(
            String(note)
              .split(mask)
              .some((part) => part.includes(hidden)),
          ).toBe(false)
        }
      }),
    )
  })
})

describe('the log of a receiver', () => {
  it('never has a secret, whatever is said, thrown or refused', async () => {
    const owner = { email: 'iago@example.com', apiKey: 'o'.repeat(32) }
    const { post, lines } = kit({
      binding: { owner },
      refuse: () => ({ msg: `no key ${echoBot.apiKey}`, seen: echoToken }),
      handle: async ({ log, notification, reply }) => {
        log.info({ notification, header: `Basic ${btoa(`${echoBot.email}:${echoBot.apiKey}`)}` }, `I have ${echoToken}`)
        await reply(echoToken)
        await reply('two').catch(() => {})
        throw new Error(`${owner.apiKey} is not for you`)
      },
    })
    await post(mention({ id: 1 }))
    await post(mention({ id: 2 }, { token: `x${echoToken}` }))
    await post(`${echoToken}{`)
    await post(mention({ id: 3, client: { token: echoToken } }))
    const text = written(lines)
    expect(lines.length).toBeGreaterThan(6)
    for (const secret of [echoToken, echoBot.apiKey, owner.apiKey, btoa(`${echoBot.email}:${echoBot.apiKey}`)]) {
      expect(text).not.toContain(secret)
    }
  })

  it('has a line for each refusal, with its code and place', async () => {
    const { post, lines } = kit()
    await post(mention({ sender_id: 'x' }))
    expect(lines).toMatchObject([
      { level: 'warn', fields: { code: 'invalid_notification', status: 400, path: 'message.sender_id' } },
    ])
  })
})

describe('a log with fields', () => {
  it('adds them to each line, and its methods can be destructured', () => {
    const { log, lines } = recordingLog()
    const { info, error } = withFields(withFields(log, { bot: 'echo', step: 1 }), { step: 2 })
    info({ count: 3 }, 'Counted')
    error({ step: 4 }, 'Failed')
    expect(lines).toEqual([
      { level: 'info', fields: { bot: 'echo', step: 2, count: 3 }, message: 'Counted' },
      { level: 'error', fields: { bot: 'echo', step: 4 }, message: 'Failed' },
    ])
  })

  it('has a level that does nothing where the log below has one', () => {
    const log = withFields(maskedLog(consoleLog({ level: 'warn', write: () => {} }), []), { bot: 'echo' })
    expect([log.debug, log.info]).toEqual([noop, noop])
    expect(log.warn).not.toBe(noop)
  })
})

describe('the log on the console', () => {
  const now = () => Date.UTC(2026, 2, 2, 5)

  function writtenBy(level: 'debug' | 'info' | 'warn' | 'error' | undefined) {
    const lines: string[] = []
    const log = consoleLog({ write: (line) => lines.push(line), now, ...(level && { level }) })
    return { log, lines }
  }

  it('is a line of JSON for each event: the level, the time, the facts, the sentence', () => {
    const { log, lines } = writtenBy('debug')
    log.debug({ delivery: 'd1', duration: 3 }, 'Handled\nwell')
    expect(lines).toEqual(['{"level":20,"time":1772427600000,"delivery":"d1","duration":3,"msg":"Handled\\nwell"}'])
  })

  it('is what JSON makes of any facts and any sentence', () => {
    const text = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 2 }), fc.constantFrom('"', '\\', '\ud800')),
    })
    const value = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined))
    const name = text.filter((name) => !['level', 'time', 'msg', 'error', '__proto__'].includes(name))
    fc.assert(
      fc.property(fc.dictionary(name, value), text, (facts, sentence) => {
        const { log, lines } = writtenBy('info')
        log.info(facts, sentence)
        expect(lines).toEqual([JSON.stringify({ level: 30, time: now(), ...facts, msg: sentence })])
      }),
    )
  })

  it('has the numbers of pino for its levels', () => {
    const { log, lines } = writtenBy('debug')
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level]({}, level)
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([20, 30, 40, 50])
  })

  it('has on every line what is to be there', () => {
    const lines: string[] = []
    consoleLog({ write: (line) => lines.push(line), now, fields: { pid: 7, bot: '?' } }).info(
      { bot: 'echo' },
      'Handled',
    )
    expect(JSON.parse(lines[0] ?? '')).toEqual({ level: 30, time: now(), pid: 7, bot: 'echo', msg: 'Handled' })
  })

  it('starts at info unless told otherwise', () => {
    const { log, lines } = writtenBy(undefined)
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level]({}, level)
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['info', 'warn', 'error'])
  })

  it('writes errors and large numbers so that they can be read', () => {
    const { log, lines } = writtenBy('error')
    log.error({ error: Object.assign(new TypeError('wrong'), { code: 'E' }), count: 2n ** 64n }, 'It failed')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { type: 'TypeError', message: 'wrong', code: 'E', stack: expect.stringContaining('wrong') },
      count: '18446744073709551616',
    })
  })

  it('writes a large number that is on every line', () => {
    const lines: string[] = []
    consoleLog({ write: (line) => lines.push(line), now, fields: { serial: 2n ** 64n } }).info({ count: 1 }, 'Handled')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ serial: '18446744073709551616', count: 1 })
  })

  it('writes errors and large numbers that are deep in the facts', () => {
    const { log, lines } = writtenBy('info')
    log.info({ attempts: [{ error: new TypeError('wrong'), count: 2n ** 64n }] }, 'It failed')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      attempts: [{ error: { name: 'TypeError', message: 'wrong' }, count: '18446744073709551616' }],
    })
  })

  it('writes a line even when the facts can not be written', () => {
    const { log, lines } = writtenBy('info')
    const circle: { self?: unknown } = {}
    circle.self = circle
    log.info(circle, 'Round')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: 'Round' })
  })
})
