import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { redisQueue, redisStorage } from 'earshot/node'
import { LockError, withLock } from 'earshot/storage'
import { Redis } from 'ioredis'

/**
 * A process that holds an entry of a queue, or a lock, until it is told to go on by SIGUSR2, and says what became of it. Started with
 * a `Member` as JSON.
 */
export interface Member {
  readonly holds: 'entry' | 'lock'
  readonly address: string
  readonly prefix: string
  readonly lease: number
  /** Whether it looks as if it were of another machine. */
  readonly isElsewhere?: boolean
  /** Whether it uses a client of its own. */
  readonly hasClient?: boolean
  /** Milliseconds for which it first blocks itself. */
  readonly blocks?: number
}

const { holds, address, prefix, lease, isElsewhere, hasClient, blocks = 0 }: Member = JSON.parse(process.argv[2] ?? '')
if (isElsewhere) {
  os.hostname = () => 'elsewhere'
  syncBuiltinESMExports()
}
const where = hasClient ? new Redis(address, { maxRetriesPerRequest: 0 }) : address
const told = once(process, 'SIGUSR2')

async function hold(how: string): Promise<void> {
  console.log(how)
  for (const end = performance.now() + blocks; performance.now() < end; );
  if (blocks === 0) await told
}

if (holds === 'entry') {
  const queue = await redisQueue(where, { prefix, lease })
  queue.work(
    async (job) => {
      await hold(`attempt ${job.attempt}`)
      console.log(
        await job.note({ key: 'reply 0' }).then(
          () => 'noted',
          ({ name }) => name,
        ),
      )
      await job.settle({ kind: 'done' })
    },
    { concurrency: 1 },
  )
} else {
  const storage = await redisStorage(where, { prefix })
  const work = async () => {
    await hold('held')
    await storage.set('ended', 'by its holder')
  }
  await withLock(storage, 'oven', work, { lease }).then(
    () => console.log('released'),
    (error) => console.log(error instanceof LockError ? error.code : error),
  )
}
