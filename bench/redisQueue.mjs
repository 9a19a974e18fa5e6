/**
 * What a queue in Redis costs beside BullMQ alone: `npm run build && node bench/redisQueue.mjs redis://localhost:6379`.
 * It empties the database that it is given.
 *
 * Puts deliveries of 2 KB (10,000 unless a number is given), 32 at a time, and has them worked on, 20 at a time; then the
 * same with jobs of BullMQ. Rates say as much of the machine as of the queue; the processor time of Redis says more.
 */
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { redisQueue } from '../dist/node/index.js'

const [address, count = '10000'] = process.argv.slice(2)
if (address === undefined)
  throw new Error('Give the address of a Redis that may be emptied, such as redis://localhost:6379/9.')
const total = Number(count)
const notification = JSON.stringify({ data: 'x'.repeat(1_800) })
const admin = new Redis(address)

for (let round = 1; round <= 3; round += 1) {
  console.log(`round ${round}`)
  await admin.flushdb()
  const queue = await redisQueue(address, { capacity: total })
  await measured('queue: put', (index) => queue.put(entryOf(index)))
  await measuredWork('queue: take and settle', (isOver) => {
    const work = queue.work(
      async (job) => {
        await job.settle({ kind: 'done' })
        isOver()
      },
      { concurrency: 20 },
    )
    return () => work.stop()
  })
  await queue.close()

  await admin.flushdb()
  const connection = new Redis(address, { maxRetriesPerRequest: null })
  const bull = new Queue('bench', { connection })
  await measured('BullMQ: add', (index) => bull.add('delivery', entryOf(index), { removeOnComplete: true }))
  await measuredWork('BullMQ: process', (isOver) => {
    const worker = new Worker('bench', async () => isOver(), { connection, concurrency: 20 })
    return () => worker.close()
  })
  await bull.close()
  connection.disconnect()
}
await admin.flushdb()
admin.disconnect()

function entryOf(index) {
  return {
    id: `delivery ${index}`,
    key: `echo-bot@bakery.example ${index}`,
    bot: 'echo-bot@bakery.example',
    conversation: `conversation ${index % 500}`,
    message: index,
    sender: String(index % 100),
    notification,
    arrived: Date.now(),
  }
}

async function measured(name, work) {
  await timed(name, async () => {
    let next = 0
    const one = async () => {
      for (let index = next++; index < total; index = next++) await work(index)
    }
    await Promise.all(Array.from({ length: 32 }, one))
  })
}

async function measuredWork(name, start) {
  let stop
  await timed(
    name,
    () =>
      new Promise((resolve) => {
        let left = total
        stop = start(() => {
          left -= 1
          if (left === 0) resolve()
        })
      }),
  )
  await stop()
}

async function timed(name, work) {
  const [begin, redis, node] = [performance.now(), await redisTime(), process.cpuUsage()]
  await work()
  const rate = (total / (performance.now() - begin)) * 1_000
  const { user, system } = process.cpuUsage(node)
  const each = ((await redisTime()) - redis) / total
  console.log(
    `${name.padEnd(24)}${rate.toFixed(0).padStart(8)}/s   Redis ${each.toFixed(0)} µs, Node ${((user + system) / total).toFixed(0)} µs each`,
  )
}

/** Microseconds of processor time. */
async function redisTime() {
  const told = await admin.info('cpu')
  const seconds = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(told)?.[1])
  return (seconds('used_cpu_user') + seconds('used_cpu_sys')) * 1e6
}
