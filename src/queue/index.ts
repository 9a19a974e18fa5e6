/** Queues between receiver and bot: the common part, the worker, and a queue in memory. Runs on every runtime. */

export type { DeadLetter, DeadReason, LedgerLine, Queue, QueueEntry, QueueJob, QueueStatus } from '../bot/index.js'
export { createQueue, type QueueOptions } from './createQueue.js'
export type { QueueEngine, Taken } from './engine.js'
export { QueueError, QueueLeaseLostError } from './errors.js'
export { memoryEngine, memoryQueue, withLine, withOutcome } from './memoryEngine.js'
export { createWorker, type Worker, type WorkerOptions, type Working } from './worker.js'
