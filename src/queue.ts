/** Queues between receiver and bot: the common part, the worker, and a queue in memory. Runs on every runtime. */

export {
  createQueue,
  createWorker,
  type DeadLetter,
  memoryQueue,
  type Queue,
  type QueueEngine,
  type QueueEntry,
  QueueError,
  QueueLeaseLostError,
  type QueueOptions,
  type QueueStatus,
  type Worker,
  type WorkerOptions,
} from './queue/index.js'
