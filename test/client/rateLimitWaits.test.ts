import { ApiError, type CallOptions, type Client, RateLimitedError } from 'earshot/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../seed.js'
import { limited, passing } from './limited.js'
import { refusal, stage, success } from './stage.js'

type Place = ReturnType<typeof limited>

const say = (client: Client, content: string, options?: CallOptions) =>
  client.messages.send({ type: 'direct', to: [8], content }, options)

/** Settles when the call has failed, with its error. */
const failed = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  )

/** The server refuses one call, and asks the account to wait. */
async function blocked(place: Place, client: Client, time: string): Promise<void> {
  place.simulator.faults.add(`the next call of users.me answers 429 with Retry-After ${time}`)
  await failed(client.users.me({}, { maxWait: 0 }))
}

describe('a call that would wait longer than maxWait', () => {
  it('fails at once without being sent, with account, wait and advice', async () => {
    const place = limited(1_000)
    const client = place.client()
    await blocked(place, client, '45s')
    const began = place.clock.now()
    const error = await failed(say(client, 'late'))
    expect(place.clock.now()).toBe(began)
    expect(error).toBeInstanceOf(RateLimitedError)
    expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 45_000, attempts: 0, mayHaveTakenEffect: false })
    expect((error as Error).message).toBe(
      `messages.send was not sent: ${client.email} at ${client.site} has reached the server's rate limit, so it would have to ` +
        'wait 45 seconds, and it may wait no longer than 30 seconds. ' +
        'Make fewer calls, repeat it later, or let it wait longer (`maxWait`).',
    )
    await place.clock.advance('2m')
    expect(place.said()).toEqual([])
  })

  it('fails at once if the queue before it is too long', async () => {
    const place = limited(2)
    const client = place.client()
    await passing(place, client.users.me())
    const waiting = Array.from({ length: 5 }, (_, at) => say(client, `${at}`, { maxWait: 60_000 }))
    const error = await failed(say(client, 'last', { maxWait: 15_000 }))
    expect(error).toMatchObject({ code: 'rate_limited', attempts: 0 })
    expect((error as RateLimitedError).retryAfter).toBeGreaterThan(25_000)
    expect((error as Error).message).toContain("has reached the server's rate limit of 2 calls")
    await passing(place, Promise.all(waiting))
    expect(place.said()).toEqual(['0', '1', '2', '3', '4'])
    expect(place.refused()).toBe(0)
  })

  it('fails when the server announces a longer wait', async () => {
    const place = limited(3)
    const client = place.client()
    await passing(place, Promise.all([client.users.me(), client.users.me()]))
    place.simulator.faults.add('the next call answers 429 with Retry-After 45s')
    const first = failed(client.users.me())
    const waiting = failed(say(client, 'waits for ten seconds', { timeout: 12_000 }))
    await place.clock.advance(100)
    expect(await waiting).toMatchObject({ code: 'rate_limited', attempts: 0 })
    expect(await first).toBeInstanceOf(ApiError)
  })

  it('fails after its wait if replies overtook it', async () => {
    const place = limited(2)
    const client = place.client()
    await passing(place, Promise.all([client.users.me(), client.users.me()]))
    const waiting = failed(client.users.get({ user_id: 10 }, { maxWait: 12_000 }))
    const replies = Array.from({ length: 4 }, (_, at) => say(client, `${at}`, { priority: 'reply', maxWait: 60_000 }))
    await passing(place, Promise.all(replies))
    expect(await waiting).toMatchObject({ code: 'rate_limited', attempts: 0 })
    expect(place.said()).toEqual(['0', '1', '2', '3'])
  })

  it('fails at once with maxWait 0', async () => {
    const place = limited(2)
    const client = place.client()
    await passing(place, Promise.all([client.users.me(), client.users.me()]))
    expect(await failed(say(client, 'now', { maxWait: 0 }))).toMatchObject({ code: 'rate_limited' })
    await place.clock.advance('11s')
    await passing(place, say(client, 'then', { maxWait: 0 }))
    expect(place.said()).toEqual(['then'])
  })

  it.each([-1, Number.NaN, '5'])('rejects maxWait %o', async (maxWait) => {
    const { client } = stage([success()])
    expect(await failed(client.users.me({}, { maxWait: maxWait as number }))).toMatchObject({ option: 'maxWait' })
  })
})

describe('the timeout of a call', () => {
  it('starts when the request is sent and not while it waits', async () => {
    const place = limited(2)
    const client = place.client()
    await passing(place, Promise.all([client.users.me(), client.users.me()]))
    place.simulator.faults.add('the next call of messages.send is delayed by 9s')
    // Ten seconds until its turn, and nine for the answer.
    const time = await passing(place, say(client, 'slowly', { timeout: 10_500 }))
    expect(time).toBeGreaterThan(18_500)
    expect(place.said()).toEqual(['slowly'])
  })

  it('starts again at each retry', async () => {
    const place = limited(2)
    const client = place.client()
    await passing(place, Promise.all([client.users.me(), client.users.me()]))
    place.simulator.faults.add('the next call of users.get answers 503')
    place.simulator.faults.add('call 2 of users.get is delayed by 9s')
    await passing(place, client.users.get({ user_id: 10 }, { timeout: 15_000 }))
    expect(place.statuses().filter((status) => status === 503)).toHaveLength(1)
  })

  it("doesn't include a wait after a 429", async () => {
    const { client, sent, succeeds } = stage([
      refusal(429, 'RATE_LIMIT_HIT', 'Slow down', {}, { 'retry-after': '20' }),
      success({ id: 1 }),
    ])
    const options = { timeout: 5_000, maxWait: 60_000 }
    await succeeds(client.messages.send({ type: 'direct', to: [8], content: 'hi' }, options))
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(20_000)
  })

  it('ends a sent call without a response', async () => {
    const place = limited(2)
    const client = place.client()
    await passing(place, Promise.all([client.users.me(), client.users.me()]))
    place.simulator.faults.add('the next call of messages.send hangs')
    const call = failed(say(client, 'silence', { timeout: 12_000 }))
    const time = await passing(place, call)
    expect(await call).toMatchObject({ code: 'timeout', timeout: 12_000, attempts: 1, mayHaveTakenEffect: true })
    // Ten seconds until its turn, and twelve without an answer.
    expect(time).toBeGreaterThan(21_500)
  })
})

describe('waiting calls', () => {
  it('are sent in order of priority: replies, others, bulk', async () => {
    const place = limited(2)
    const client = place.client()
    await passing(place, Promise.all([client.users.me(), client.users.me()]))
    const order: string[] = []
    const call = (name: string, options: CallOptions) =>
      say(client, name, { maxWait: 300_000, ...options }).then(() => void order.push(name))
    const all = [
      call('bulk', { priority: 'bulk' }),
      call('progress', {}),
      call('first reply', { priority: 'reply' }),
      call('typing', {}),
      call('second reply', { priority: 'reply' }),
    ]
    await passing(place, Promise.all(all))
    expect(order).toEqual(['first reply', 'second reply', 'progress', 'typing', 'bulk'])
    expect(place.refused()).toBe(0)
  })

  it('are sent again after a 429', async () => {
    const place = limited(1_000)
    const client = place.client()
    await passing(place, client.users.me())
    place.simulator.faults.add('the next call answers 429 with Retry-After 45s')
    const reply = say(client, 'reply', { priority: 'reply', maxWait: 300_000 })
    const time = await passing(place, reply)
    expect(time).toBeGreaterThanOrEqual(45_000)
    expect(place.said()).toEqual(['reply'])
  })

  it('fail when the limiter is stopped, while others are still sent', async () => {
    const place = limited(2)
    const stopping = new AbortController()
    const client = place.client(place.limiterOf({ signal: stopping.signal }))
    await passing(place, client.users.me())
    const [sent, waiting] = [say(client, 'one', { maxWait: 60_000 }), failed(say(client, 'two', { maxWait: 60_000 }))]
    await passing(place, sent)
    stopping.abort()
    expect(await waiting).toMatchObject({
      code: 'rate_limited',
      attempts: 0,
      message: expect.stringContaining('the process shuts down'),
    })
    expect(await failed(say(client, 'three'))).toMatchObject({ code: 'rate_limited' })
    await place.clock.advance('11s')
    await passing(place, say(client, 'four'))
    expect(place.said()).toEqual(['one', 'four'])
  })

  it('reject with the reason of their signal', async () => {
    const place = limited(1)
    const client = place.client()
    await passing(place, client.users.me())
    const leaving = new AbortController()
    const waiting = failed(say(client, 'hi', { signal: leaving.signal }))
    await place.clock.advance(100)
    const reason = new Error('changed my mind')
    leaving.abort(reason)
    expect(await waiting).toBe(reason)
    expect(client.rateLimitWait).toBeGreaterThan(0)
    await place.clock.advance('1m')
    expect([client.rateLimitWait, place.said()]).toEqual([0, []])
  })
})

describe('an implausible Retry-After', () => {
  const nines = '9'.repeat(400)

  it.each<[string, string | undefined, string]>([
    ['a number that is too large', nines, '{}'],
    ['a year that is far away', 'Fri, 31 Dec 9999 23:59:59 GMT', '{}'],
    ['an infinite number in the body', undefined, '{"retry-after":1e999}'],
    ['a huge number in the body', undefined, '{"retry-after":1e300}'],
  ])('counts as one hour: %s', async (_, header, body) => {
    const answer = () =>
      new Response(`{"result":"error","code":"RATE_LIMIT_HIT","msg":"Slow down",${body.slice(1)}`.replace(',}', '}'), {
        status: 429,
        headers: header === undefined ? {} : { 'retry-after': header },
      })
    const { client, fails, sent } = stage([answer])
    const error = (await fails(client.users.me())) as ApiError
    expect(error).toMatchObject({ code: 'RATE_LIMIT_HIT', retryAfter: 3_600_000 })
    expect(error.message).toContain('wait 1 hour first')
    expect(error.message).not.toMatch(/Infinity|NaN/)
    expect(sent).toHaveLength(1)
  })

  it.each(['Infinity', '1e300', '-5', 'soon', ''])('is ignored: %j', async (header) => {
    const { client, sent, succeeds } = stage([
      refusal(429, 'RATE_LIMIT_HIT', 'Slow down', { 'retry-after': -5 }, { 'retry-after': header }),
      success({ id: 1 }),
    ])
    await succeeds(client.messages.send({ type: 'direct', to: [8], content: 'hi' }))
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(250)
  })

  it('blocks calls for an hour at most', async () => {
    const place = limited(1_000)
    const client = place.client()
    await blocked(place, client, '100d')
    expect(await failed(client.users.me())).toMatchObject({ code: 'rate_limited', retryAfter: 3_600_000 })
    await place.clock.advance('1h')
    expect((await client.users.me()).full_name).toBe('Hamlet')
  })
})

describe('any mixture of limits and calls', () => {
  const aCall = fc.record({
    after: fc.integer({ min: 0, max: 8_000 }),
    priority: fc.constantFrom(undefined, 'reply' as const, 'bulk' as const),
    timeout: fc.constantFrom(500, 5_000, 30_000),
    maxWait: fc.constantFrom(0, 3_000, 20_000, 300_000),
  })
  const aBlock = fc.record({
    before: fc.integer({ min: 1, max: 20 }),
    seconds: fc.constantFrom(0.5, 4, 45, 400),
  })

  it('sends nothing before the limit allows it, and never sends a call that failed waiting', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(2, 10, 60),
        fc.array(aCall, { minLength: 1, maxLength: 25 }),
        fc.array(aBlock, { maxLength: 3 }),
        async (calls, seconds, mixture, blocks) => {
          const place = limited(calls, seconds)
          const client = place.client()
          // The first answer says what the limit is.
          await passing(place, client.users.me())
          for (const { before, seconds } of blocks) {
            place.simulator.faults.add(`call ${before} of messages.send answers 429 with Retry-After ${seconds}s`)
          }
          const outcomes: Promise<{ content: string; error: unknown }>[] = []
          for (const [at, { after, ...options }] of mixture.entries()) {
            const content = `message ${at}`
            await place.clock.advance(after)
            outcomes.push(
              say(client, content, options).then(
                () => ({ content, error: undefined }),
                (error: unknown) => ({ content, error }),
              ),
            )
          }
          await place.clock.advance('3h')
          const ended = await Promise.all(outcomes)
          const sent = place.said()
          for (const { content, error } of ended) {
            if (error === undefined) expect(sent).toContain(content)
            else {
              expect(error).toSatisfy((one) => one instanceof RateLimitedError || one instanceof ApiError)
              expect(sent).not.toContain(content)
              if (error instanceof RateLimitedError) expect(error.message).not.toMatch(/Infinity|NaN|undefined/)
            }
          }
          expect(new Set(sent).size).toBe(sent.length)
          // Each 429 is one of the faults, and nothing was sent until its time was over.
          let blockedUntil = 0
          for (const { at, status, seconds } of place.answers()) {
            expect(at).toBeGreaterThanOrEqual(blockedUntil)
            if (status === 429) blockedUntil = Math.max(blockedUntil, at + seconds * 1_000)
          }
          expect(place.refused()).toBeLessThanOrEqual(blocks.length)
          await place.simulator.close()
        },
      ),
      { numRuns: runs(60) },
    )
  })
})
