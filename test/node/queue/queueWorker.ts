import { appendFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { sqliteQueue } from 'earshot/node'

/**
 * A process of its own that works on a queue in a file until it is killed, and writes down which messages it has dealt with.
 * Started as `queueWorker.ts <file> <journal>`.
 */
const [file = '', journal = ''] = process.argv.slice(2)
const queue = await sqliteQueue(file, { lease: 400 })
queue.work(
  async (job) => {
    await setTimeout(1)
    appendFileSync(journal, `${job.entry.message}\n`)
    await job.settle({ kind: 'done' })
  },
  { concurrency: 4 },
)
console.log('works')
