import { startAll } from '../lib/contenders.mjs'
import { issueComment, notification, slashCommand, telegramUpdate, usualBytes } from '../lib/payloads.mjs'
import { barsOf, inTurn, serverUnder, tableOf } from '../lib/rounds.mjs'
import { atMost, timesAsFast } from '../lib/rows.mjs'

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
    const contenders = started.map(({ name, child, request }) => ({
      name,
      measure: serverUnder(load, child, request()),
    }))
    const measured = await inTurn(contenders, size, say)
    const [own, hono] = ['Earshot', 'Hono'].map((name) => measured.get(name))
    const above = own.cpu.map((cpu, round) => cpu - hono.cpu[round])
    const memory = own.rss.map((rss, round) => rss - hono.rss[round])
    return {
      rows: [
        atMost('receiver, CPU time above bare Hono that answers the same text', 25, above, { unit: 'µs a request' }),
        timesAsFast('receiver beside grammY', 1.6, own, measured.get('grammY on Hono')),
        timesAsFast('receiver beside Bolt', 3, own, measured.get('Bolt')),
        atMost('receiver, memory above bare Hono under that load', 40, memory, { unit: 'MB' }),
      ],
      tables: [
        tableOf(`Receiving: POST of ${usualBytes} bytes, 32 at a time, by ${load.name}`, measured, {
          absent,
          notes: [
            'Hono and node:http parse the body and check nothing. They answer with the text of the message, as the bot of Earshot does.',
            'Earshot runs as `serve` does by itself: limits, timeouts, token, full validation, known repeats, routing, log lines and metrics.',
            'Each request is another message. The others get what their own service posts, signed as it signs, and as many bytes.',
          ],
        }),
      ],
      charts: [
        { file: 'receiver', title: 'Notifications answered a second on one core', bars: barsOf(measured) },
        {
          file: 'receiver-cpu',
          title: 'CPU time of a notification, µs (less is better)',
          bars: barsOf(measured, 'cpu'),
        },
      ],
    }
  } finally {
    await stop()
  }
}
