import type { Queue } from '../bot/index.js'
import { createQueue, type QueueOptions } from './createQueue.js'
import { memoryEngine } from './memoryEngine.js'

/**
 * A queue in the memory of this process: for tests, and for what may be lost when the process ends.
 *
 * @throws {QueueError} `invalid_option` for an option that makes no sense.
 * @example `const queue = memoryQueue({ capacity: 100 })`
 */
export function memoryQueue(options: QueueOptions = {}): Queue {
  return createQueue(memoryEngine(options), options)
}
