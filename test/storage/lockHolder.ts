import type { Storage } from 'earshot'
import { redisStorage, sqliteStorage } from 'earshot/node'
import { withLock } from 'earshot/storage'

/**
 * A process of its own that adds to a count under a lock, by reading and writing without comparing, and says each number.
 * Started as `lockHolder.ts <file, or address of a Redis> <times>`; without a number of times it takes the lock, says
 * `held`, and keeps it until it is killed.
 */
const [place = '', times] = process.argv.slice(2)
const storage: Storage = await (place.startsWith('redis:') ? redisStorage(place) : sqliteStorage(place))
if (times === undefined) {
  await withLock(
    storage,
    'oven',
    () => {
      console.log('held')
      return new Promise(() => setInterval(() => {}, 1_000))
    },
    { lease: 300 },
  )
}
for (let done = 0; done < Number(times); done += 1) {
  await withLock(storage, 'oven', async () => {
    const next = Number((await storage.get('count'))?.value ?? 0) + 1
    await storage.set('count', String(next))
    console.log(next)
  })
}
await storage.close()
