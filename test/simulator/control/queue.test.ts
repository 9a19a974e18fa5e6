import type { Queue } from 'earshot/queue'
import { memoryQueue, type QueueEntry } from 'earshot/queue'
import { virtualClock } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { stage } from './stage.js'

const open = stage()

const notification = (content: string) =>
  JSON.stringify({ data: content, trigger: 'mention', message: { sender_full_name: 'Hamlet', content } })

const entry = (number: number, more: Partial<QueueEntry> = {}): QueueEntry => ({
  id: `delivery-${number}`,
  key: `key-${number}`,
  bot: 'echo-bot@example.com',
  conversation: `topic ${number}`,
  message: 100 + number,
  sender: 'hamlet@example.com',
  notification: notification(`soup ${number}`),
  arrived: 1_000 * number,
  ...more,
})

/** A queue in which these are dead: one failed, after a reply was sent, and the last is uncertain. */
async function withDead(...entries: QueueEntry[]): Promise<Queue> {
  const clock = virtualClock()
  const queue = memoryQueue({ clock })
  const working = queue.work(
    async ({ entry: { id }, note, settle }) => {
      await note({ key: `reply 0 ${'ab'.repeat(32)}`, outcome: JSON.stringify({ done: true, value: 118 }) })
      const isLast = id === entries.at(-1)?.id
      if (isLast) await note({ key: 'once order%20flour' })
      await settle({ kind: 'dead', reason: isLast ? 'uncertain' : 'failed', error: `No oven for ${id}` })
    },
    { concurrency: 1 },
  )
  for (const one of entries) {
    await queue.put(one)
    await working.idle()
    clock.advance(1_000)
  }
  await working.stop()
  return queue
}

describe('a queue that is shown', () => {
  it('tells what waits in it, and lists its dead letters by pages, in the order in which they died', async () => {
    const { simulator, control } = open()
    expect((await control('GET', '/queue')).body).toEqual({ queue: null })
    const queue = await withDead(entry(1), entry(2), entry(3))
    await queue.put(entry(4))
    simulator.showQueue(queue)
    expect((await control('GET', '/queue')).body).toEqual({ queue: { waiting: 1, working: 0, dead: 3, oldest: 4_000 } })
    const { body } = await control('GET', '/queue/dead?limit=2')
    expect(body.letters).toMatchObject([
      {
        id: 'delivery-1',
        bot: { email: 'echo-bot@example.com', full_name: 'Echo' },
        messageId: 101,
        sender: 'Hamlet',
        text: 'soup 1',
        reason: 'failed',
        says: 'Its handler failed; its sender was told.',
        error: 'No oven for delivery-1',
        attempts: 1,
        crashes: 0,
        arrived: 1_000,
      },
      { id: 'delivery-2' },
    ])
    const rest = await control('GET', '/queue/dead?after=delivery-2')
    expect(rest.body.letters).toMatchObject([{ id: 'delivery-3', reason: 'uncertain' }])
    simulator.showQueue(undefined)
    expect((await control('GET', '/queue')).body).toEqual({ queue: null })
  })

  it('shows of a letter what the bot got, and what is known of what was sent', async () => {
    const { simulator, control } = open()
    simulator.showQueue(await withDead(entry(1)))
    const { body } = await control('GET', '/queue/dead/delivery-1')
    expect(body).toMatchObject({
      notification: { data: 'soup 1', trigger: 'mention' },
      says: expect.stringContaining('between sending something and knowing that it was sent'),
      ledger: [
        { what: 'reply 0', says: 'It was sent, as message 118.', outcome: { done: true, value: 118 } },
        { what: 'once order flour', says: expect.stringContaining('nobody knows'), outcome: null },
      ],
    })
  })

  it('has letters put back and forgotten, each once', async () => {
    const { simulator, control } = open()
    const queue = await withDead(entry(1), entry(2))
    simulator.showQueue(queue)
    const replayed = await control('POST', '/queue/dead/delivery-1/replay')
    expect([replayed.status, replayed.body]).toEqual([200, { done: true }])
    expect((await control('DELETE', '/queue/dead/delivery-2')).body).toEqual({ done: true })
    expect(await queue.status()).toMatchObject({ waiting: 1, dead: 0 })
    for (const [method, path] of [
      ['GET', '/queue/dead/delivery-1'],
      ['POST', '/queue/dead/delivery-1/replay'],
      ['DELETE', '/queue/dead/delivery-2'],
    ] as const) {
      expect(await control(method, path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    }
  })

  it('gives no secret away, wherever somebody has put it', async () => {
    const { simulator, control } = open()
    const { apiKey, token = '' } = simulator.credentials('echo')
    const said = JSON.stringify({ data: `my key is ${apiKey}`, token, api_key: 'from-elsewhere', message: {} })
    const queue = await withDead(entry(1, { notification: said }))
    const dead = {
      ...queue.dead,
      get: async (id: string) => {
        const letter = await queue.dead.get(id)
        return letter && { ...letter, error: `redis://me:pass@queue refused ${apiKey}` }
      },
    }
    simulator.showQueue({ status: queue.status, dead })
    const { text } = await control('GET', '/queue/dead/delivery-1')
    for (const secret of [apiKey, token, 'from-elsewhere', 'me:pass']) expect(text).not.toContain(secret)
    const list = await control('GET', '/queue/dead')
    expect(list.text).not.toContain(apiKey)
  })

  it('puts up with whatever stands in it', async () => {
    const { simulator, control } = open()
    const odd = { bot: 'nobody@example.com', notification: 'null', id: 'a/b c%' }
    simulator.showQueue(await withDead(entry(1, { notification: '{"data":7' }), entry(2, odd)))
    const { body } = await control('GET', '/queue/dead')
    expect(body.letters).toMatchObject([
      { text: '', sender: 'hamlet@example.com' },
      { id: 'a/b c%', text: '', bot: { email: 'nobody@example.com', full_name: null } },
    ])
    expect((await control('GET', '/queue/dead/delivery-1')).body.notification).toBe('{"data":7')
    expect((await control('POST', `/queue/dead/${encodeURIComponent('a/b c%')}/replay`)).status).toBe(200)
  })

  it('that fails is told of in its own words, without a password', async () => {
    const { simulator, control } = open()
    const queue = await withDead(entry(1))
    simulator.showQueue({
      status: async () => {
        throw new Error('redis://me:hunter2@queue does not answer.')
      },
      dead: queue.dead,
    })
    const failed = await control('GET', '/queue')
    expect(failed).toMatchObject({
      status: 502,
      body: { error: { code: 'queue_failed', message: expect.stringMatching(/does not answer\. .*try again/) } },
    })
    expect(failed.text).not.toContain('hunter2')
  })

  it.each([
    ['GET', '/queue/dead'],
    ['GET', '/queue/dead/delivery-1'],
    ['POST', '/queue/dead/delivery-1/replay'],
    ['DELETE', '/queue/dead/delivery-1'],
  ])('is asked for by %s %s, which says how to show one', async (method, path) => {
    const { control } = open()
    expect(await control(method, path)).toMatchObject({
      status: 404,
      body: { error: { code: 'no_queue', message: expect.stringMatching(/--queue .*simulator\.showQueue/) } },
    })
  })
})
