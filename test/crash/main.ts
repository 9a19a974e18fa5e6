import { parseArgs } from 'node:util'
import { crash } from './crash.js'
import { longestHealthy } from './verdict.js'

const usage = `Usage: npm run crash -- --queue sqlite|redis [--by webhook|events] [--messages 2000] [--graceful] [--calm 150] [--random-seed 1]

Lets people talk to a bot whose processes are killed again and again, or with --graceful ended by SIGTERM and restarted, and counts what
became of their messages. The last line is JSON; --calm says how many messages lie between two disasters on average.`

const { values } = parseArgs({
  options: {
    queue: { type: 'string', default: 'sqlite' },
    by: { type: 'string', default: 'webhook' },
    messages: { type: 'string', default: '2000' },
    calm: { type: 'string', default: '150' },
    seed: { type: 'string' },
    'random-seed': { type: 'string', default: String(Date.now() % 1_000_000) },
    graceful: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const counts = [values.messages, values.calm, values.seed ?? values['random-seed']].map(Number)
const [messages = 0, calm = 0, seed = 0] = counts
const { queue, by, graceful } = values
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
  const verdict = await crash({ queue, by, messages, calm, seed, graceful, tell: console.log })
  console.log(JSON.stringify({ queue, by, graceful, seed, ...verdict }))
  const { lost, duplicated, disordered, misplaced, unclean, slowestHealthy } = verdict
  process.exitCode =
    lost + duplicated + disordered + misplaced + unclean === 0 && slowestHealthy <= longestHealthy ? 0 : 1
}
