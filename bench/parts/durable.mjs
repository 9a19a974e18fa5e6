import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startChild } from '../lib/child.mjs'
import { startAll } from '../lib/contenders.mjs'
import { cores } from '../lib/machine.mjs'
import { notification } from '../lib/payloads.mjs'
import { barsOf, inTurn, serverUnder, tableOf } from '../lib/rounds.mjs'
import { beside } from '../lib/rows.mjs'
import { startRedis } from '../queues/redisServer.mjs'
import { handledTo } from '../receivers/handled.mjs'

/** What it costs that no delivery is lost. */
export async function durable(size, { load, say }) {
  const sqlite = await onSqlite(size, load, say)
  const redis = await startRedis()
  if (!redis) return sqlite
  try {
    const { figures, tables, charts } = await onRedis(redis, size, load, say)
    return {
      figures: { ...sqlite.figures, ...figures },
      tables: [...sqlite.tables, ...tables],
      charts: [...sqlite.charts, ...charts],
    }
  } finally {
    await redis.stop()
  }
}

async function onSqlite(size, load, say) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-sqlite-'))
  const module = 'receivers/earshot.mjs'
  const queue = { kind: 'sqlite', where: join(folder, 'queue.db') }
  const { started, stop } = await startAll([
    { name: 'Earshot, inline', module, options: { silent: true } },
    { name: 'Earshot, SQLite', module, options: { silent: true, queue } },
  ])
  try {
    const measured = await inTurn(wholePaths(started, load), size, say)
    return {
      figures: {
        'queue in SQLite, beside inline': beside(measured.get('Earshot, SQLite'), measured.get('Earshot, inline')),
        'idle worker on SQLite, CPU time': await idle(started[1].child, size, say),
      },
      tables: [
        tableOf('SQLite: deliveries from the socket to the end of their handlers', measured, {
          what: 'deliveries',
          notes: [
            'The bot takes note and says nothing, as a reply out of a queue is a call, and one inline is not. Each message is in a topic of its own.',
          ],
        }),
      ],
      charts: [
        { file: 'durable', title: 'CPU time of a delivery, SQLite, µs (less is better)', bars: barsOf(measured) },
      ],
    }
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onRedis(redis, size, load, say) {
  const stub = await startChild('clients/server.mjs', {}, { core: cores.other })
  const site = stub.url
  const { started, stop } = await startAll([
    { name: 'Hono with BullMQ', module: 'receivers/bullmq.mjs', options: { address: redis.address, site } },
    {
      name: 'Earshot, Redis',
      module: 'receivers/earshot.mjs',
      options: { queue: { kind: 'redis', where: redis.address }, site },
    },
  ])
  try {
    const measured = await inTurn(wholePaths(started, load), size, say)
    const idling = await idle(started[1].child, size, say)
    await stop()
    return {
      figures: {
        'queue in Redis, beside Hono with BullMQ': beside(
          measured.get('Earshot, Redis'),
          measured.get('Hono with BullMQ'),
        ),
        'idle worker on Redis, CPU time': idling,
        'four warm workers on Redis, beside one': await fourBesideOne(redis, size, say),
      },
      tables: [
        tableOf('Redis: deliveries from the socket to the reply, sent through the API', measured, {
          what: 'deliveries',
          notes: [
            'Redis is on the other core, with appendonly on. Hono with BullMQ checks the token and nothing else; both work on one job at a time in each of 32 lanes.',
          ],
        }),
      ],
      charts: [{ file: 'redis', title: 'CPU time of a delivery, Redis, µs (less is better)', bars: barsOf(measured) }],
    }
  } finally {
    await stop()
    await stub.stop()
  }
}

/** The time includes working off what was accepted faster than it was handled. */
function wholePaths(started, load) {
  const request = notification({ apart: true })
  return started.map(({ name, child }) => ({
    name,
    measure: async (round) => {
      const [before, handled] = [await child.ask('usage'), await child.ask('handled')]
      const accepted = await serverUnder(load, child, request)(round)
      const begun = performance.now()
      await child.ask('handledTo', handled + accepted.count)
      const seconds = accepted.count / accepted.perSecond + (performance.now() - begun) / 1_000
      const { cpu } = await child.ask('usage')
      return { ...accepted, perSecond: accepted.count / seconds, cpu: (cpu - before.cpu) / accepted.count }
    },
  }))
}

/** Milliseconds of CPU time per second while nothing arrives and nothing waits. */
async function idle(child, { idleSeconds }, say) {
  say('idle')
  await setTimeout(idleSeconds * 1_000)
  const shares = []
  for (let round = 0; round < 3; round += 1) {
    const before = await child.ask('usage')
    await setTimeout(idleSeconds * 1_000)
    const after = await child.ask('usage')
    shares.push((after.cpu - before.cpu) / 1_000 / idleSeconds)
  }
  return shares
}

/** How many times as fast four processes empty a queue as one does; all are warm. */
async function fourBesideOne(redis, size, say) {
  const times = []
  for (let round = 0; round < Math.min(3, size.rounds); round += 1) {
    say(`workers, round ${round + 1}`)
    const one = await emptied(redis, `one-${round}`, 1, size)
    times.push((await emptied(redis, `four-${round}`, 4, size)) / one)
  }
  return times
}

/** Jobs a second. Each handler waits 10 ms, ten at a time in a process, so that the cores are not what bounds them. */
async function emptied(redis, name, count, { jobs, warmJobs }) {
  const options = { address: redis.address, name, concurrency: 10, wait: 10 }
  const workers = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      startChild('queues/earshot.mjs', options, { core: at % 2 === 0 ? cores.measured : cores.other }),
    ),
  )
  const all = (what) => Promise.all(workers.map((worker) => worker.ask(what)))
  let total = 0
  const empty = async (more) => {
    await workers[0].ask('put', { from: total, to: total + more })
    total += more
    const begun = performance.now()
    await all('work')
    await handledTo(total, async () => (await all('handled')).reduce((sum, handled) => sum + handled, 0))
    const took = performance.now() - begun
    await all('rest')
    return more / (took / 1_000)
  }
  try {
    await empty(warmJobs * count)
    return await empty(jobs)
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}
