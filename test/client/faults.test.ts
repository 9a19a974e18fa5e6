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

describe('a client before a server at which things go wrong', () => {
  it.each([
    'the next 2 calls answer 503',
    'the next 2 calls answer 500 after taking effect',
    'the next 2 calls answer 429 with Retry-After 2s',
    'the next 2 calls are dropped',
    'the next 2 calls are reset after taking effect',
    'the next 2 calls hang',
    'the next 2 calls break off after 10 bytes',
    'the next 2 calls are delayed by 1m',
  ])('reads all the same: %s', async (fault) => {
    const { client, time, strikes } = harried([fault])
    expect(await time.until(client.users.me())).toMatchObject({ full_name: 'Hamlet' })
    expect(strikes()).toBe(2)
  })

  it('waits for as long as it is told to', async () => {
    const { client, time } = harried(['the next call answers 429 with Retry-After 7s'])
    const before = time.now()
    await time.until(client.users.me())
    expect(time.now() - before).toBe(7000)
  })

  it('sends a message again where it certainly took no effect', async () => {
    const { send, time, said } = harried(['the next call answers 429 with Retry-After 1s'])
    await time.until(send())
    expect(said()).toEqual(['Rye'])
  })

  it.each([
    ['answers 503', MalformedAnswerError],
    ['is dropped', NetworkError],
    ['is reset', NetworkError],
    ['hangs', TimeoutError],
  ])('does not send a message twice, and cannot know that there is none: it %s', async (effect, kind) => {
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
  ])('does not send a message twice, and says that there may be one: it %s', async (effect, kind) => {
    const { send, fails, said, strikes } = harried([`every call ${effect}`])
    const error = await fails(send())
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ mayHaveTakenEffect: true })
    expect(said()).toEqual(['Rye'])
    expect(strikes()).toBe(1)
  })

  it('knows that reading takes no effect', async () => {
    const { client, fails } = harried(['every call is reset'])
    expect(await fails(client.users.me())).toMatchObject({ code: 'network', mayHaveTakenEffect: false })
  })

  it('knows that nothing was done where its key is refused', async () => {
    const { send, fails, said } = harried(['every call finds the key revoked'])
    const error = await fails(send())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 401, msg: 'Invalid API key', mayHaveTakenEffect: false })
    expect(said()).toEqual([])
  })

  it('reads an answer by what it is, whatever it is called', async () => {
    const { client, time } = harried(['every call answers with the content type text/html'])
    expect(await time.until(client.users.me())).toMatchObject({ full_name: 'Hamlet' })
  })

  it('reads an answer that drips, if it comes in time', async () => {
    const { client, time, fails } = harried([
      'call 1 drips 100 bytes every 10ms',
      'calls 2 and later drip 1 byte every 1m',
    ])
    expect(await time.until(client.users.me())).toMatchObject({ full_name: 'Hamlet' })
    expect(await fails(client.users.me())).toBeInstanceOf(TimeoutError)
  })
})
