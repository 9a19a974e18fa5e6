import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startAll } from '../lib/contenders.mjs'
import { cores, pinned } from '../lib/machine.mjs'
import { rounded } from '../lib/rows.mjs'
import { summary } from '../lib/statistics.mjs'

const bodies = [1_000, 10_000, 100_000, 1_000_000]
const bots = [1, 10, 100, 1_000]
const commands = [10, 100, 1_000]

/** What costs more as there is more of it. */
export async function growth(size, { say }) {
  const { started, stop } = await startAll([
    { name: 'receivers', module: 'growth/receivers.mjs', options: { bodies, bots, commands } },
  ])
  const [{ child }] = started
  try {
    const ways = [
      ...bodies.map((bytes) => ({
        way: `bytes ${bytes}`,
        // Of a few large ones a single collection of garbage would be most of the figure.
        requests: Math.max(Math.min(20, size.requests), Math.ceil(size.requests / (bytes / 2_000))),
      })),
      ...[...bots.map((count) => `bots ${count}`), ...commands.map((count) => `commands ${count}`)].map((way) => ({
        way,
        requests: size.requests,
      })),
    ]
    const costs = new Map(ways.map(({ way }) => [way, []]))
    for (const one of ways) await child.ask('cost', { ...one, requests: one.requests * 2 })
    for (let round = 0; round < size.rounds; round += 1) {
      say(`round ${round + 1} of ${size.rounds}`)
      for (const one of ways) costs.get(one.way).push(await child.ask('cost', one))
    }
    const times = (many, few) => costs.get(many).map((cost, round) => cost / costs.get(few)[round])
    const messages = await simulatorMessages(size.messages)
    return {
      figures: {
        'payload of 1 MB, beside ten of 100 KB': times('bytes 1000000', 'bytes 100000').map((one) => one / 10),
        '1,000 bots behind a receiver, beside one': times('bots 1000', 'bots 1'),
        '1,000 commands, beside ten': times('commands 1000', 'commands 10'),
        'last message in a simulator that has a million, beside the first': [messages.ratio],
      },
      tables: [
        {
          title: 'By size: CPU µs of a notification, in process',
          head: ['', 'median (least–most)'],
          lines: [
            ...[...costs].map(([way, values]) => {
              const { median, min, max } = summary(values)
              return [way, `${rounded(median)} (${rounded(min)}–${rounded(max)})`]
            }),
            ['the first messages in the simulator, each', String(rounded(messages.first))],
            [`the last of ${size.messages}, each`, String(rounded(messages.last))],
          ],
          notes: [],
        },
      ],
      charts: [],
    }
  } finally {
    await stop()
  }
}

/** bench/messages.mjs, whose last line is its result; it ends with 1 where it finds its own limit passed. */
async function simulatorMessages(count) {
  const script = fileURLToPath(new URL('../messages.mjs', import.meta.url))
  const [command, ...args] = pinned(cores.measured, [process.execPath, '--expose-gc', script, String(count)])
  const { stdout } = await promisify(execFile)(command, args).catch((error) => {
    if (error.stdout?.includes('{"name":"messages"')) return error
    throw error
  })
  return JSON.parse(stdout.trim().split('\n').at(-1))
}
