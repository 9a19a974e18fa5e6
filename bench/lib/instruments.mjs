import { Session } from 'node:inspector/promises'
import { memoryUsage } from 'node:process'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a process measures in itself that other load on the machine can't change: bytes and promises. */

let session
let promises = 0
let stopCounting

/**
 * Starts counting the bytes allocated in V8's heap; with `promoted` only of objects that survive the collections of young objects,
 * whatever becomes of them later.
 */
export async function startSampling({ promoted }) {
  session = new Session()
  session.connect()
  await collectYoung()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4_096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: !promoted,
  })
  return true
}

/** The bytes, after the garbage of the last requests was collected too. */
export async function stopSampling() {
  await collectYoung()
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  return bytesBelow(profile.head)
}

const bytesBelow = ({ selfSize, children }) => children.reduce((sum, child) => sum + bytesBelow(child), selfSize)

/** Counts all promises, including those of Node and of libraries: the difference to a bare contender is what Earshot adds. */
export function startPromises() {
  promises = 0
  stopCounting = v8.promiseHooks.onInit(() => {
    promises += 1
  })
  return true
}

export function stopPromises() {
  stopCounting()
  return promises
}

/** Bytes in use after a full collection. */
export async function bytesInUse() {
  const collecting = new Session()
  collecting.connect()
  await collecting.post('HeapProfiler.collectGarbage')
  collecting.disconnect()
  const { heapUsed, external } = memoryUsage()
  return heapUsed + external
}

async function collectYoung() {
  v8.setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  // Sockets and timers release what they hold at the end of a turn. An object that survives two collections is no longer young.
  for (let times = 0; times < 3; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    collect({ type: 'minor' })
  }
}
