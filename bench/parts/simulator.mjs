import { startAll } from '../lib/contenders.mjs'
import { barsOf, inTurn, serverUnder, tableOf } from '../lib/rounds.mjs'
import { above } from '../lib/rows.mjs'
import { request } from '../simulators/answer.mjs'

const servers = [
  { name: 'Hono, the same JSON', module: 'simulators/hono.mjs' },
  { name: 'Earshot', module: 'simulators/earshot.mjs' },
  { name: 'json-server', module: 'simulators/jsonServer.mjs' },
  { name: 'Prism', module: 'simulators/prism.mjs' },
]

/** What the simulated server does in a second, in process and over HTTP. */
export async function simulator(size, { load, say }) {
  const inProcess = await roundTrips(size, say)
  const { started, absent, stop } = await startAll(servers)
  try {
    const asked = await request()
    const contenders = started.map(({ name, child }) => ({ name, measure: serverUnder(load, child, asked) }))
    const measured = await inTurn(contenders, size, say)
    return {
      figures: {
        'simulator in process: message, webhook, bot, stored reply': inProcess.perSecond,
        'CPU time of a simulated API call above bare Hono': above(
          measured.get('Earshot'),
          measured.get('Hono, the same JSON'),
        ),
      },
      tables: [
        tableOf('In process: message in, webhook, bot, reply stored', new Map([['Earshot', inProcess]]), {
          what: 'round trips',
        }),
        tableOf(`Over HTTP: GET /users/{email}, 32 at a time, by ${load.name}`, measured, {
          absent,
          notes: [
            'Hono gives the same answer to everybody; Earshot finds out who asks, and what they may see of whom.',
          ],
        }),
      ],
      charts: [
        {
          file: 'simulator',
          title: 'GET /users/{email}: CPU time of a call, µs (less is better)',
          bars: barsOf(measured),
        },
      ],
    }
  } finally {
    await stop()
  }
}

async function roundTrips(size, say) {
  const { started, stop } = await startAll([{ name: 'round trips', module: 'simulators/roundTrips.mjs' }])
  try {
    const contenders = started.map(({ name, child }) => ({
      name,
      measure: ({ seconds }) => child.ask('run', { seconds }),
    }))
    return (await inTurn(contenders, size, say)).get('round trips')
  } finally {
    await stop()
  }
}
