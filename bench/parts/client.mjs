import { startChild } from '../lib/child.mjs'
import { startAll } from '../lib/contenders.mjs'
import { cores } from '../lib/machine.mjs'
import { barsOf, inTurn, tableOf } from '../lib/rounds.mjs'
import { beside } from '../lib/rows.mjs'

const names = {
  'undici pool': 'clients/undici.mjs',
  "Node's fetch": 'clients/fetch.mjs',
  Earshot: 'clients/earshot.mjs',
  'zulip-js': 'clients/zulipJs.mjs',
}

/** What a call of the API costs whoever calls. */
export async function client(size, { say }) {
  const server = await startChild('clients/server.mjs', {}, { core: cores.other })
  const options = { url: server.url }
  const { started, absent, stop } = await startAll(
    Object.entries(names).map(([name, module]) => ({ name, module, options })),
  )
  try {
    const contenders = started.map(({ name, child }) => ({
      name,
      measure: ({ seconds }) => child.ask('run', { seconds }),
    }))
    const measured = await inTurn(contenders, size, say)
    const own = measured.get('Earshot')
    return {
      figures: {
        'API calls, beside a pool of undici': beside(own, measured.get('undici pool')),
        'API calls, beside zulip-js': beside(own, measured.get('zulip-js')),
      },
      tables: [
        tableOf('Calling: GET /users/{email}, 32 at a time', measured, {
          what: 'calls',
          absent,
          notes: [
            'The server answers a constant from the other core.',
            'undici and fetch send what was made before and parse the answer; Earshot encodes and validates each time.',
          ],
        }),
      ],
      charts: [{ file: 'client', title: 'CPU time of a call, µs (less is better)', bars: barsOf(measured) }],
    }
  } finally {
    await stop()
    await server.stop()
  }
}
