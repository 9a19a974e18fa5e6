import { startAll } from '../lib/contenders.mjs'
import { issueComment, notification, slashCommand, telegramUpdate, usualBytes } from '../lib/payloads.mjs'
import { barsOf, inTurn, serverUnder, tableOf, warm } from '../lib/rounds.mjs'
import { above, beside } from '../lib/rows.mjs'

const wanted = [
  { name: 'node:http', module: 'receivers/nodeHttp.mjs', request: notification },
  { name: 'Hono', module: 'receivers/hono.mjs', request: notification },
  { name: 'Earshot', module: 'receivers/earshot.mjs', request: notification },
  { name: 'grammY on Hono', module: 'receivers/grammy.mjs', request: telegramUpdate },
  { name: 'Bolt', module: 'receivers/bolt.mjs', request: slashCommand },
  { name: '@octokit/webhooks', module: 'receivers/octokit.mjs', request: issueComment },
]

/** What it costs to take a notification and to answer it. */
export async function receiver(size, { load, say }) {
  const { started, absent, stop } = await startAll(wanted)
  try {
    const over = (connections, chosen = started) =>
      chosen.map(({ name, child, request }) => ({ name, measure: serverUnder(load, child, request(), connections) }))
    const measured = await inTurn(over(32), size, say)
    const [own, hono, grammy, bolt] = ['Earshot', 'Hono', 'grammY on Hono', 'Bolt'].map((name) => measured.get(name))
    const both = started.filter(({ name }) => name === 'Earshot' || name === 'Hono')
    const alone = await inTurn(over(1, both), size, say)
    const earshot = started.find(({ name }) => name === 'Earshot')
    return {
      figures: {
        'webhooks answered, beside grammY': beside(own, grammy),
        'webhooks answered, beside Bolt': beside(own, bolt),
        'CPU time of a delivery above bare Hono': above(own, hono),
        'p99 at 32 connections, beside grammY': beside(own, grammy, 'p99'),
        'median of one at a time, beside bare Hono': beside(alone.get('Earshot'), alone.get('Hono'), 'p50'),
        'memory above bare Hono under load': above(own, hono, 'rss'),
        "memory growth over an hour's worth, 36,000 deliveries": await growth(earshot.child, load, size, say),
      },
      tables: [
        tableOf(`Receiving: POST of ${usualBytes} bytes, 32 at a time, by ${load.name}`, measured, {
          absent,
          notes: [
            'Hono and node:http parse the body and check nothing. They answer with the text of the message, as the bot of Earshot does.',
            'Earshot runs as `serve` does by itself: limits, timeouts, token, full validation, known repeats, routing, log lines and metrics.',
            'Each request is another message. The others get what their own service posts, signed as it signs, and as many bytes.',
          ],
        }),
        tableOf('Receiving one at a time', alone),
      ],
      charts: [{ file: 'receiver', title: 'CPU time of a delivery, µs (less is better)', bars: barsOf(measured) }],
    }
  } finally {
    await stop()
  }
}

/** Megabytes by which the memory in use grows over more deliveries; the process has already had thousands. */
async function growth(child, load, { hour, warmUp: { seconds } }, say) {
  say("an hour's worth")
  const before = await child.ask('bytesInUse')
  let first = 500_000_000
  const send = (round) => {
    first += 1_000_000
    return serverUnder(load, child, notification())({ ...round, first })
  }
  await warm(send, { seconds, count: hour, most: 120 })
  return [((await child.ask('bytesInUse')) - before) / 2 ** 20]
}
