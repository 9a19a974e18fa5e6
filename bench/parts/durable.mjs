import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startChild } from '../lib/child.mjs'
import { startAll } from '../lib/contenders.mjs'
import { cores } from '../lib/machine.mjs'
import { notification } from '../lib/payloads.mjs'
import { barsOf, inTurn, serverUnder, tableOf } from '../lib/rounds.mjs'
import { atLeast, rounded, timesAsFast, unmeasured } from '../lib/rows.mjs'
import { summary } from '../lib/statistics.mjs'
import { startRedis } from '../queues/redisServer.mjs'

/** What it costs that no delivery is lost. */
export async function durable(size, { load, say }) {
  const parts = [await sqlitePart(size, load, say), await redisPart(size, say)]
  const all = (key) => parts.flatMap((part) => part[key])
  return { rows: all('rows'), tables: all('tables'), charts: all('charts') }
}

async function sqlitePart(size, load, say) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-sqlite-'))
  const durably = (name, more) => ({
    name,
    module: 'receivers/earshot.mjs',
    options: { silent: true, queue: { kind: 'sqlite', where: join(folder, `${name}.db`) }, ...more },
  })
  const { started, stop } = await startAll([
    { name: 'Earshot, inline', module: 'receivers/earshot.mjs', options: { silent: true } },
    durably('Earshot, SQLite'),
    durably('Earshot, SQLite, only accepting', { work: false }),
  ])
  try {
    const request = notification({ apart: true })
    const handledOf = new Map()
    const contenders = started.map(({ name, child }) => ({
      name,
      measure: async (round) => {
        const before = await child.ask('usage')
        const measured = await serverUnder(load, child, request)(round)
        const begun = performance.now()
        // Who has accepted more than it could work on meanwhile does that now, and it counts.
        const { handled, waited } = await settled(child, begun)
        handledOf.set(name, handled)
        const { cpu } = await child.ask('usage')
        const seconds = measured.count / measured.perSecond + waited / 1_000
        return { ...measured, perSecond: measured.count / seconds, cpu: (cpu - before.cpu) / measured.count }
      },
    }))
    const measured = await inTurn(contenders, size, say)
    const [inline, sqlite] = [measured.get('Earshot, inline'), measured.get('Earshot, SQLite')]
    return {
      rows: [timesAsFast('durable path, SQLite: accepted deliveries beside inline', 0.25, sqlite, inline)],
      tables: [
        tableOf(
          'Durable in SQLite: deliveries accepted and worked on in the same process, until none waits',
          measured,
          {
            what: 'deliveries',
            notes: [
              'The bot takes note and says nothing, as a reply out of a queue is a call, and one inline is not. Each message is in a topic of its own.',
              ...[...handledOf].map(([name, handled]) => `${name}: ${handled} deliveries were handled in all.`),
            ],
          },
        ),
      ],
      charts: [
        { file: 'durable', title: 'Deliveries accepted and worked on a second, one core', bars: barsOf(measured) },
      ],
    }
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until a process handles nothing more, and gives how many it has handled, and for how long it still did. */
async function settled(child, begun) {
  let handled = await child.ask('handled')
  let waited = 0
  for (let still = 0; still < 10; ) {
    await setTimeout(30)
    const now = await child.ask('handled')
    still = now === handled ? still + 1 : 0
    if (now !== handled) waited = performance.now() - begun
    handled = now
  }
  return { handled, waited }
}

const kinds = { BullMQ: 'queues/bullmq.mjs', Earshot: 'queues/earshot.mjs' }

async function redisPart(size, say) {
  const beside = 'durable path, Redis, beside BullMQ with as many lanes'
  const growing = 'durable path, Redis, growing with workers'
  const redis = await startRedis()
  if (!redis) {
    const why = 'there is no redis-server here'
    return { rows: [unmeasured(beside, '>= 0.6', why), unmeasured(growing, '>= 2', why)], tables: [], charts: [] }
  }
  try {
    const together = await throughOne(redis, size, say)
    const workers = await byWorkers(redis, size, say)
    const [least, most] = [size.workers.at(0), size.workers.at(-1)]
    const [own] = workers.filter(({ kind }) => kind === 'Earshot')
    return {
      rows: [
        timesAsFast(beside, 0.6, together.get('Earshot, Redis'), together.get('BullMQ')),
        atLeast(
          growing,
          2,
          own.rates.get(most).map((rate, round) => rate / own.rates.get(least)[round]),
          {
            unit: 'times',
            note: `${most} beside ${least}; each handler waits 10 ms, ten at a time in each process, so that the core is not what bounds them`,
          },
        ),
      ],
      tables: [
        tableOf(
          `Durable in Redis: ${size.jobs} put and worked on in one process, from the first to the last`,
          together,
          {
            what: 'deliveries',
            notes: [
              'Redis is on the other core, with appendonly on. Earshot receives, validates and routes; BullMQ adds and processes, in 32 queues that work on one job at a time each.',
            ],
          },
        ),
        {
          title: `Durable in Redis: ${size.jobs} that wait are worked on by more processes, a second`,
          head: ['', ...size.workers.map((count) => `${count} workers`)],
          lines: workers.map(({ kind, rates }) => [
            kind,
            ...size.workers.map((count) => String(rounded(summary(rates.get(count)).median))),
          ]),
          notes: ['Each handler waits 10 ms, ten at a time in each process.'],
        },
      ],
      charts: [{ file: 'redis', title: 'Deliveries through Redis a second, one process', bars: barsOf(together) }],
    }
  } finally {
    await redis.stop()
  }
}

/** Puts and works at once in one process. */
async function throughOne(redis, size, say) {
  const name = `both-${Date.now()}`
  const { started, stop } = await startAll(
    Object.entries(kinds).map(([kind, module]) => ({
      name: kind === 'Earshot' ? 'Earshot, Redis' : kind,
      module,
      options: { address: redis.address, name: `${name}-${kind}`, concurrency: 32, lanes: 32 },
    })),
  )
  try {
    for (const { child } of started) await child.ask('work')
    const contenders = started.map(({ name: kind, child }) => ({
      name: kind,
      measure: async ({ first, isWarmUp }) => {
        const jobs = isWarmUp ? Math.ceil(size.jobs / 10) : size.jobs
        const [before, handledBefore] = [await child.ask('usage'), await child.ask('handled')]
        const begun = performance.now()
        await child.ask('put', { from: first, to: first + jobs })
        await handledTo(handledBefore + jobs, [child])
        const took = (performance.now() - begun) / 1_000
        const after = await child.ask('usage')
        return { count: jobs, perSecond: jobs / took, cpu: (after.cpu - before.cpu) / jobs, rss: after.rss / 2 ** 20 }
      },
    }))
    return await inTurn(contenders, size, say)
  } finally {
    await stop()
  }
}

/** Fills a queue, then starts so many processes that empty it. */
async function byWorkers(redis, size, say) {
  const results = Object.keys(kinds).map((kind) => ({ kind, rates: new Map(size.workers.map((count) => [count, []])) }))
  for (let round = 0; round < Math.min(3, size.rounds); round += 1) {
    for (const count of size.workers) {
      say(`round ${round + 1}, ${count} workers`)
      for (const { kind, rates } of results) {
        const options = { address: redis.address, name: `w${round}-${count}-${kind}`, concurrency: 10, wait: 10 }
        const children = await Promise.all(
          Array.from({ length: count }, (_, at) =>
            startChild(kinds[kind], options, { core: at % 2 === 0 ? cores.measured : cores.other }),
          ),
        )
        try {
          await children[0].ask('put', { from: 0, to: size.jobs })
          const begun = performance.now()
          await Promise.all(children.map((child) => child.ask('work')))
          await handledTo(size.jobs, children)
          rates.get(count).push(size.jobs / ((performance.now() - begun) / 1_000))
        } finally {
          await Promise.all(children.map((child) => child.stop()))
        }
      }
    }
  }
  return results
}

async function handledTo(total, children) {
  const given = performance.now() + 120_000
  for (;;) {
    const counts = await Promise.all(children.map((child) => child.ask('handled')))
    const handled = counts.reduce((sum, count) => sum + count, 0)
    if (handled >= total) return
    if (performance.now() > given) throw new Error(`Only ${handled} of ${total} were handled within two minutes.`)
    await setTimeout(5)
  }
}
