import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { startChild } from '../lib/child.mjs'
import { startAll } from '../lib/contenders.mjs'
import { createOwnLoad } from '../lib/load.mjs'
import { cores } from '../lib/machine.mjs'
import { notification, telegramUpdate } from '../lib/payloads.mjs'
import { serverUnder } from '../lib/rounds.mjs'
import { rounded } from '../lib/rows.mjs'
import { summary } from '../lib/statistics.mjs'
import { startRedis } from '../queues/redisServer.mjs'

const inRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Figures that other load on the machine can't change: bytes, promises, files, objects. */
export async function counts(size, { say }) {
  const load = await createOwnLoad()
  const stub = await startChild('clients/server.mjs', {}, { core: cores.other })
  const options = { url: stub.url }
  const { started, stop } = await startAll([
    { name: 'Hono', module: 'receivers/hono.mjs', request: notification },
    { name: 'Earshot', module: 'receivers/earshot.mjs', request: notification },
    { name: 'grammY on Hono', module: 'receivers/grammy.mjs', request: telegramUpdate },
    { name: 'undici pool, a call', module: 'clients/undici.mjs', options },
    { name: 'Earshot, a call', module: 'clients/earshot.mjs', options },
    { name: 'zulip-js, a call', module: 'clients/zulipJs.mjs', options },
  ])
  try {
    const counted = new Map()
    for (const { name, child, request } of started) {
      say(name)
      const run = request ? sending(load, child, request()) : (most) => child.ask('run', { most })
      counted.set(name, await countedIn(child, run, size.counts))
    }
    const made = await allocatedByMaking(size.counts, say)
    const mention = await followed(say)
    const of = (name, kind) => counted.get(name)[kind]
    const bytes = await bundledBytes()
    return {
      figures: {
        'memory allocated per delivery': of('Earshot', 'allocated'),
        'memory promoted per delivery': of('Earshot', 'promoted'),
        'promises per delivery, above bare Hono': [of('Earshot', 'promises') - of('Hono', 'promises')],
        'source files from socket to handler': [mention.files.length],
        'memory allocated per API call': of('Earshot, a call', 'allocated'),
        'memory promoted per API call': of('Earshot, a call', 'promoted'),
        'promises per API call, above undici': [
          of('Earshot, a call', 'promises') - of('undici pool, a call', 'promises'),
        ],
        'memory allocated per createSimulator': made.createSimulator,
        'memory allocated per testBot': made.testBot,
        'live jobs after 10,000 deliveries through Redis': await liveJobs(load, stub.url, size.counts, say),
        'hello world bundled for the edge, gzipped': [bytes.zipped / 1_000],
      },
      tables: [
        {
          title: 'For each delivery of 2,300 bytes, and for each call',
          head: ['', 'KB allocated', 'KB promoted', 'promises'],
          lines: [...counted].map(([name, { allocated, promoted, promises }]) => [
            name,
            ...[summary(allocated).median, summary(promoted).median, promises].map((value) => String(rounded(value))),
          ]),
          notes: [
            `A mention passes ${mention.files.length} files and ${mention.functions} functions of Earshot to its handler, which is ${mention.frames.length} frames deep.`,
            `The hello world for the edge is ${Math.round(bytes.minified / 1_000)} KB before it is gzipped.`,
          ],
        },
      ],
      charts: [],
    }
  } finally {
    await stop()
    await stub.stop()
    await load.stop()
  }
}

/** Each request is another message. */
function sending(load, child, request) {
  const send = serverUnder(load, child, request)
  let first = 0
  return (most) => {
    first += 1_000_000
    return send({ most, first })
  }
}

/** The numbers of deliveries or calls are exact: those under way at the end of a time limit would be counted but not divided by. */
async function countedIn(child, run, { rounds, warmUp, sampled, followed }) {
  await run(warmUp)
  const bytes = async (promoted) => {
    await child.ask('startSampling', { promoted })
    await run(sampled)
    return (await child.ask('stopSampling')) / sampled / 1_000
  }
  const allocated = []
  const promoted = []
  for (let round = 0; round < rounds; round += 1) {
    allocated.push(await bytes(false))
    promoted.push(await bytes(true))
  }
  await child.ask('startPromises')
  await run(followed)
  return { allocated, promoted, promises: Math.round((await child.ask('stopPromises')) / followed) }
}

/** Kilobytes for each simulator, and for each bot in a simulator for tests. */
async function allocatedByMaking({ rounds, made }, say) {
  say('simulators and bots for tests')
  const child = await startChild('simulators/making.mjs', {}, { core: cores.measured })
  try {
    const allocated = { createSimulator: [], testBot: [] }
    for (const what of Object.keys(allocated)) {
      await child.ask(what, made)
      for (let round = 0; round < rounds; round += 1) {
        await child.ask('startSampling', { promoted: false })
        await child.ask(what, made)
        allocated[what].push((await child.ask('stopSampling')) / made / 1_000)
      }
    }
    return allocated
  } finally {
    await child.stop()
  }
}

/** Follows a mention through the sources, since dist has few, large files. */
async function followed(say) {
  say('following a mention')
  const tsx = import.meta.resolve('tsx')
  const child = await startChild('receivers/mention.mjs', {}, { nodeArgs: ['--import', tsx] })
  try {
    return await child.ask('followMention')
  } finally {
    await child.stop()
  }
}

/** BullMQ's job objects that are still in memory after all deliveries were handled. */
async function liveJobs(load, site, { jobs }, say) {
  const redis = await startRedis()
  if (!redis) return 'there is no redis-server here'
  const queue = { kind: 'redis', where: redis.address }
  const child = await startChild('receivers/earshot.mjs', { queue, site }, { core: cores.measured })
  try {
    say('live jobs')
    await sending(load, child, notification({ apart: true }))(jobs)
    await child.ask('handledTo', jobs)
    return [await child.ask('liveJobs')]
  } finally {
    await child.stop()
    await redis.stop()
  }
}

async function bundledBytes() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [inRoot('bench/startup/helloWorld.mjs')],
    alias: { 'earshot/receiver': inRoot('dist/receiver/index.js'), earshot: inRoot('dist/index.js') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['workerd', 'worker'],
    logLevel: 'error',
  })
  const { contents } = outputFiles[0]
  return { minified: contents.length, zipped: gzipSync(contents, { level: 9 }).length }
}
