import { startAll } from '../lib/contenders.mjs'
import { issueComment, notification, slashCommand, telegramUpdate, usualBytes } from '../lib/payloads.mjs'
import { barsOf, inTurn, serverUnder, tableOf } from '../lib/rounds.mjs'
import { atMost, timesAsFast } from '../lib/rows.mjs'

const wanted = [
  { name: 'node:http', module: 'receivers/nodeHttp.mjs', request: notification },
  { name: 'Hono', module: 'receivers/hono.mjs', request: notification },
  { name: 'Hono, whole body back', module: 'receivers/hono.mjs', options: { whole: true }, request: notification },
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
    const [own, echo, hono] = ['Earshot', 'Hono, whole body back', 'Hono'].map((name) => measured.get(name))
    const above = (other) => own.cpu.map((cpu, round) => cpu - other.cpu[round])
    const memory = own.rss.map((rss, round) => rss - hono.rss[round])
    return {
      rows: [
        timesAsFast('receiver, whole path, beside bare Hono', 0.85, own, echo),
        timesAsFast('receiver, whole path, beside bare Hono that answers with the text alone', 0.85, own, hono),
        atMost('receiver, CPU time above bare Hono', 20, above(echo), { unit: 'µs a request' }),
        atMost('receiver, CPU time above bare Hono that answers with the text alone', 20, above(hono), {
          unit: 'µs a request',
        }),
        timesAsFast('receiver beside grammY', 2, own, measured.get('grammY on Hono')),
        timesAsFast('receiver beside Bolt', 3.5, own, measured.get('Bolt')),
        atMost('receiver, memory above bare Hono under that load', 15, memory, { unit: 'MB' }),
      ],
      tables: [
        tableOf(`Receiving: POST of ${usualBytes} bytes, 32 at a time, by ${load.name}`, measured, {
          absent,
          notes: [
            'Hono and node:http parse the body and check nothing. They answer with the text of the message, as the bot of Earshot does, or echo the whole body.',
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
