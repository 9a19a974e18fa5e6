import type { Storage } from 'earshot'
import { sqliteStorage } from 'earshot/node'
import { StorageConflictError } from 'earshot/storage'

/**
 * A process of its own that adds one to a count in a file, so many times, and says each number once it is written.
 * Started as `writer.ts <file> <times>`.
 */
const [file = '', times = '0'] = process.argv.slice(2)
const storage = await sqliteStorage(file)
for (let done = 0; done < Number(times); done += 1) console.log(await addOne(storage))
await storage.close()

async function addOne(storage: Storage): Promise<number> {
  const entry = await storage.get('count')
  const next = Number(entry?.value ?? 0) + 1
  try {
    await storage.set('count', String(next), { onlyIf: entry?.version ?? 'absent' })
    return next
  } catch (error) {
    if (!(error instanceof StorageConflictError)) throw error
    return addOne(storage)
  }
}
