import { parseArgs } from 'node:util'
import { crash } from './crash.js'
import { longestHealthy } from './verdict.js'

const usage = `Usage: npm run crash -- --queue sqlite|redis [--by webhook|events] [--messages 2000] [--graceful] [--stall] [--clock-jumps] [--calm 150] [--random-seed 1]

Lets people talk to a bot whose processes are killed again and again, or with --graceful ended by SIGTERM and restarted, and counts what
became of their messages. With --stall, processes are also stopped for a while and handlers block theirs; with --clock-jumps, wall clocks jump by hours.
The last line is JSON; --calm says how many messages lie between two disasters on average.`

const { values } = parseArgs({
  options: {
    queue: { type: 'string', default: 'sqlite' },
    by: { type: 'string', default: 'webhook' },
    messages: { type: 'string', default: '2000' },
    calm: { type: 'string', default: '150' },
    seed: { type: 'string' },
    'random-seed': { type: 'string', default: String(Date.now() % 1_000_000) },
    graceful: { type: 'boolean', default: false },
    stall: { type: 'boolean', default: false },
    'clock-jumps': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const counts = [values.messages, values.calm, values.seed ?? values['random-seed']].map(Number)
const [messages = 0, calm = 0, seed = 0] = counts
const { queue, by, graceful, stall, 'clock-jumps': clockJumps } = values
if (
  values.help ||
  (queue !== 'sqlite' && queue !== 'redis') ||
  (by !== 'webhook' && by !== 'events') ||
  !counts.every((count) => Number.isInteger(count) && count > 0)
) {
  console.error(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  console.log(`${messages} messages, seed ${seed}`)
  const verdict = await crash({ queue, by, messages, calm, seed, graceful, stall, clockJumps, tell: console.log })
  console.log(JSON.stringify({ queue, by, graceful, stall, clockJumps, seed, ...verdict }))
  const { lost, duplicated, disordered, misplaced, overlapping, unclean, slowestHealthy } = verdict
  process.exitCode =
    lost + duplicated + disordered + misplaced + overlapping + unclean === 0 && slowestHealthy <= longestHealthy ? 0 : 1
}
