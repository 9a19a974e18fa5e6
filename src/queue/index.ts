/** The durable path from receiver to bot: what queues of every kind share, and the one in memory. Runs anywhere. */

export type {
  DeadLetter,
  DeadLetters,
  DeadReason,
  JobEnd,
  LedgerLine,
  Queue,
  QueueEntry,
  QueueJob,
  QueueStatus,
  QueueWork,
  QueueWorkOptions,
} from '../bot/index.js'
export { createQueue, type QueueOptions } from './createQueue.js'
export type { Due, Lease, PutOptions, QueueEngine, SettleOptions, Taken } from './engine.js'
export { QueueError, type QueueErrorCode, QueueLeaseLostError } from './errors.js'
export { memoryEngine, memoryQueue, withLine, withOutcome } from './memoryEngine.js'
export { createWorker, type Worker, type WorkerOptions, type Working } from './worker.js'
