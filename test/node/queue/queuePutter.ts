import { sqliteQueue, sqliteStorage } from 'earshot/node'
import { entryWith } from '../../queue/model.js'

/**
 * A process of its own that has a queue and a storage in one file, as a bot has. It writes an entry to each, again and again, and prints
 * their number once both are acknowledged. Started as `queuePutter.ts <file>`.
 */
const [file = ''] = process.argv.slice(2)
const queue = await sqliteQueue(file, { capacity: 1_000_000 })
const storage = await sqliteStorage(file)
for (let number = 1; ; number += 1) {
  await queue.put(entryWith(`d-${number}`, { message: number }))
  await storage.set(`d-${number}`, '')
  console.log(number)
}
