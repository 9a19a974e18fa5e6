import { ApiError, Client, type ClientOptions, MalformedAnswerError, NetworkError, TimeoutError } from 'earshot/client'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { standingTime } from './time.js'

/** Hamlet's client before a server at which things go wrong, on one clock. */
function harried(faults: readonly string[], options: Partial<ClientOptions> = {}) {
  const time = standingTime()
  const simulator = createSimulator({ clock: time, faults })
  onTestFinished(() => simulator.close())
  const { site, email, apiKey } = simulator.credentials('Hamlet')
  const client = new Client({
    site,
    email,
    apiKey,
    fetch: simulator.fetch,
    clock: time,
    random: () => 1,
    featureLevel: simulator.realm.featureLevel,
    ...options,
  })
  const said = () => simulator.messages({ channel: 'kitchen', topic: 'bread' }).map(({ content }) => content)
  const send = () => client.messages.send({ type: 'channel', to: 'kitchen', topic: 'bread', content: 'Rye' })
  const fails = (call: Promise<unknown>): Promise<unknown> =>
    time.until(
      call.then(
        (result) => new Error(`It succeeded with ${JSON.stringify(result)}`),
        (error: unknown) => error,
      ),
    )
  const strikes = () => simulator.faults.applied.length
  return { simulator, client, time, said, send, fails, strikes }
}

describe('a client of a faulty server', () => {
  it.each([
    'the next 2 calls answer 503',
    'the next 2 calls answer 500 after taking effect',
    'the next 2 calls answer 429 with Retry-After 2s',
    'the next 2 calls are dropped',
    'the next 2 calls are reset after taking effect',
    'the next 2 calls hang',
    'the next 2 calls break off after 10 bytes',
    'the next 2 calls are delayed by 1m',
  ])('retries a read: %s', async (fault) => {
    const { client, time, strikes } = harried([fault])
    expect(await time.until(client.users.me())).toMatchObject({ full_name: 'Hamlet' })
    expect(strikes()).toBe(2)
  })

  it('waits as long as Retry-After says', async () => {
    const { client, time } = harried(['the next call answers 429 with Retry-After 7s'])
    const before = time.now()
    await time.until(client.users.me())
    expect(time.now() - before).toBe(7000)
  })

  it('resends a message that certainly had no effect', async () => {
    const { send, time, said } = harried(['the next call answers 429 with Retry-After 1s'])
    await time.until(send())
    expect(said()).toEqual(['Rye'])
  })

  it.each([
    ['answers 503', MalformedAnswerError],
    ['is dropped', NetworkError],
    ['is reset', NetworkError],
    ['hangs', TimeoutError],
  ])("doesn't resend a message whose outcome is unknown: it %s", async (effect, kind) => {
    const { send, fails, said, strikes } = harried([`every call ${effect} before taking effect`])
    const error = await fails(send())
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ attempts: 1, mayHaveTakenEffect: true })
    expect(said()).toEqual([])
    expect(strikes()).toBe(1)
  })

  it.each([
    ['answers 503 after taking effect', MalformedAnswerError],
    ['is dropped after taking effect', NetworkError],
    ['is reset after taking effect', NetworkError],
    ['hangs after taking effect', TimeoutError],
    ['breaks off after 10 bytes', NetworkError],
    ['answers malformed JSON', MalformedAnswerError],
  ])("doesn't resend a message that may have been posted, and reports that: it %s", async (effect, kind) => {
    const { send, fails, said, strikes } = harried([`every call ${effect}`])
    const error = await fails(send())
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ mayHaveTakenEffect: true })
    expect(said()).toEqual(['Rye'])
    expect(strikes()).toBe(1)
  })

  it('reports that a failed read had no effect', async () => {
    const { client, fails } = harried(['every call is reset'])
    expect(await fails(client.users.me())).toMatchObject({ code: 'network', mayHaveTakenEffect: false })
  })

  it('reports that a call with a refused key had no effect', async () => {
    const { send, fails, said } = harried(['every call finds the key revoked'])
    const error = await fails(send())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 401, msg: 'Invalid API key', mayHaveTakenEffect: false })
    expect(said()).toEqual([])
  })

  it('reads a response despite a wrong content type', async () => {
    const { client, time } = harried(['every call answers with the content type text/html'])
    expect(await time.until(client.users.me())).toMatchObject({ full_name: 'Hamlet' })
  })

  it('reads a slow response until the timeout', async () => {
    const { client, time, fails } = harried([
      'call 1 drips 100 bytes every 10ms',
      'calls 2 and later drip 1 byte every 1m',
    ])
    expect(await time.until(client.users.me())).toMatchObject({ full_name: 'Hamlet' })
    expect(await fails(client.users.me())).toBeInstanceOf(TimeoutError)
  })
})
