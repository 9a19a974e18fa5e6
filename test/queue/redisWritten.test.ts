import { readFileSync } from 'node:fs'
import { Bot, silent } from 'earshot'
import { redisQueue } from 'earshot/node'
import { createWorker } from 'earshot/queue'
import { createReceiver } from 'earshot/receiver'
import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../eventually.js'
import { chatServer } from '../receiver/kit.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'
import { hasRedis, startRedis } from '../storage/redisServer.js'

/**
 * The keys of a queue with three lanes, written by an earlier commit, once, whose process was killed: a delivery that it had done, one
 * that it worked on and had replied to, two that wait in a conversation and one behind the former, one that is to be tried again after a
 * while, and a dead letter.
 */
const fixture = new URL('redisWritten.json', import.meta.url)

interface WrittenKey {
  readonly key: string
  readonly type: string
  /** Milliseconds that were left; -1 if it doesn't expire. */
  readonly ttl: number
  readonly value: unknown
}

const written: readonly WrittenKey[] = JSON.parse(readFileSync(fixture, 'utf8'))
const lease = 400

/** What each type of key is written by, from what reading it gives. */
const writing: Readonly<Record<string, (value: never) => readonly (readonly (string | number)[])[]>> = {
  string: (value: string) => [['SET', value]],
  hash: (value: Record<string, string>) => [['HSET', ...Object.entries(value).flat()]],
  list: (value: string[]) => [['RPUSH', ...value]],
  zset: (value: string[]) =>
    value.flatMap((member, at) => (at % 2 === 0 ? [['ZADD', Number(value[at + 1]), member]] : [])),
  stream: (value: [string, string[]][]) => value.map(([id, fields]) => ['XADD', id, ...fields]),
}

/** A Redis with those keys. @param change What is different. */
async function redisAsWritten(change: (key: WrittenKey) => Partial<WrittenKey> | undefined = () => undefined) {
  const server = await startRedis()
  onTestFinished(() => server.stop())
  const redis = new Redis(server.address)
  onTestFinished(() => redis.disconnect())
  for (const given of written) {
    const { key, type, ttl, value } = { ...given, ...change(given) }
    for (const [command = '', ...rest] of writing[type]?.(value as never) ?? []) {
      await redis.call(String(command), key, ...rest)
    }
    // The retry is due by now, as after a longer outage.
    if (ttl >= 0) await redis.pexpire(key, key.endsWith(':limiter') ? 100 : ttl)
  }
  return server.address
}

async function worked(address: string) {
  const queue = await redisQueue(address, { prefix: 'written', lease })
  onTestFinished(() => queue.close())
  const sent: Record<string, string>[] = []
  const runs: string[] = []
  const bot = new Bot().onMention(async (ctx) => {
    runs.push(ctx.text)
    if (ctx.text.startsWith('worked on')) await ctx.reply(`Began ${ctx.text}.`)
    return `Did ${ctx.text}.`
  })
  const shared = { log: silent, fetch: chatServer(sent, undefined) }
  const bots = [{ bot, credentials: echoBot, tokens: [echoToken] }]
  const { deliver } = createReceiver({ bots, queue, ...shared })
  const working = createWorker({ bots, queue, ...shared }).start()
  onTestFinished(() => working.stop())
  const isEmpty = () => eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
  return { queue, sent, runs, deliver, isEmpty }
}

const inConversation = (runs: readonly string[], ...texts: readonly string[]) =>
  runs.filter((text) => texts.includes(text))

describe.skipIf(!hasRedis)('a queue in Redis that an earlier version has written', () => {
  it.each<readonly [string, Parameters<typeof redisAsWritten>[0]]>([
    ['whose holder was killed just now', undefined],
    ['whose holder was killed long ago', ({ key }) => (key.endsWith(':lock') ? { ttl: 1 } : undefined)],
    [
      'whose holder has no name',
      ({ key, value }) => (key.endsWith(':lock') ? { value: String(value).split(' ')[0] } : undefined),
    ],
  ])('is worked off, each delivery once and in order: one %s', async (_, change) => {
    const { queue, sent, runs, isEmpty } = await worked(await redisAsWritten(change))
    await eventually(() => expect(runs).toHaveLength(5))
    await isEmpty()
    expect(runs.toSorted()).toEqual(['delayed 3', 'waiting 5', 'waiting 6', 'waiting 7', 'worked on 4'])
    expect(inConversation(runs, 'worked on 4', 'waiting 5')).toEqual(['worked on 4', 'waiting 5'])
    expect(inConversation(runs, 'waiting 6', 'waiting 7')).toEqual(['waiting 6', 'waiting 7'])
    // What the killed process had sent isn't sent again.
    expect(sent.map(({ content }) => content).toSorted()).toEqual(runs.map((text) => `Did ${text}.`).toSorted())
    expect((await queue.dead.list()).map(({ entry, error }) => [entry.message, error])).toEqual([
      [1002, 'TypeError: No oven'],
    ])
  })

  it('knows what was delivered before, and replays its dead letter', async () => {
    const { queue, runs, deliver, isEmpty } = await worked(await redisAsWritten())
    await eventually(() => expect(runs).toHaveLength(5))
    await isEmpty()
    const again = (id: number, subject: string, words: string) =>
      deliver(JSON.stringify(mention({ id, subject, content: `@**Echo** ${words}` })))
    for (const answer of [
      await again(1001, 'done', 'done 1'),
      await again(1002, 'dead', 'dead 2'),
      await again(1004, 'working', 'worked on 4'),
    ]) {
      expect(answer.status).toBe(200)
    }
    await isEmpty()
    expect(runs).toHaveLength(5)
    const [letter] = await queue.dead.list()
    expect(await queue.dead.replay(letter?.entry.id ?? '')).toBe(true)
    await eventually(() => expect(runs.slice(5)).toEqual(['dead 2']))
    await isEmpty()
    expect(await queue.dead.list()).toEqual([])
  })
})
