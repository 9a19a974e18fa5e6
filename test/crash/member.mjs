// One process of the crash test, on the package as it was built: what is killed is what is shipped.
import { appendFileSync, existsSync } from 'node:fs'
import { Bot } from 'earshot'
import { listen, redis, serve, sqlite, work } from 'earshot/node'

const { role, queue: address, lease, slow, runs, bot: account } = JSON.parse(process.env.CRASH_MEMBER ?? '{}')
const { token, ...credentials } = account
const options = { lease, capacity: 500 }
const queue = address.startsWith('redis:') ? redis(address, options) : sqlite(address, options)

const bot = new Bot()
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const note = (kind, { message }) =>
  appendFileSync(runs, `${kind} ${process.pid} ${message.id} ${Number(process.hrtime.bigint() / 1_000n) / 1_000}\n`)
bot.use(async (ctx, next) => {
  note('begin', ctx)
  try {
    await next()
  } finally {
    note('end', ctx)
  }
})
bot.onMention(async (ctx) => {
  const [, blocked] = /block (\d+)/.exec(ctx.text) ?? []
  for (const end = performance.now() + Number(blocked ?? 0); performance.now() < end; );
  await pause(Number(/wait (\d+)/.exec(ctx.text)?.[1] ?? 0))
  if (ctx.text === 'slow') appendFileSync(slow, `${ctx.message.id}\n`)
  while (ctx.text === 'slow' && !existsSync(`${slow}.over`)) await pause(20)
  await pause(Math.random() * 5)
  return `re:${ctx.message.id}`
})

// What its processes say can be read in a file, when something was lost.
const file = process.env.CRASH_LOG
const logging = (level) => (fields, text) =>
  file && appendFileSync(file, `${JSON.stringify({ at: Date.now(), pid: process.pid, level, text, ...fields })}\n`)
const log = { debug() {}, info: logging('info'), warn: logging('warn'), error: logging('error') }
const common = {
  queue,
  credentials: { ...credentials, token },
  log,
  attempts: 50,
  maxCrashes: 1_000,
  // What became of a reply that was cut off is looked up after 2.25 seconds, which somebody always waits for at the end.
  replyTimeout: 1_500,
  // Short waits between attempts.
  random: () => Math.random() * 0.1,
}
if (role === 'worker') {
  await work(bot, common)
  console.log('works')
} else if (role === 'listener') {
  await listen(bot, { ...common, lease, work: !address.startsWith('redis:') })
  console.log('listens')
} else {
  const { port } = await serve(bot, { ...common, port: 0, ...(role === 'receiver' && { work: false }) })
  console.log(`port ${port}`)
}
