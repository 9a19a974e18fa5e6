import type { Queue } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { storeAt } from '../../node/stores.js'
import type { Simulator } from '../../simulator/index.js'
import { queueAt } from '../queue/openQueue.js'

/**
 * Shows the queue that a command line names in the playground, and gives it, to be closed in the end. Without a clock it goes
 * by the time of everybody, as bots that run elsewhere do.
 *
 * @throws {UsageError} for what is no queue. @throws {QueueError} when it can't be had.
 */
export async function showQueue(
  where: string | undefined,
  simulator: Simulator,
  clock?: Clock,
): Promise<Queue | undefined> {
  const address = queueAt(where ?? 'inline')
  if (address.kind === 'inline') return undefined
  const queue = await storeAt(address).openQueue(clock && { clock })
  simulator.showQueue(queue)
  return queue
}
