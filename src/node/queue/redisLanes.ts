import { createHash } from 'node:crypto'
import type { Job, Queue } from 'bullmq'
import type { QueueEntry, QueueStatus } from '../../bot/index.js'
import type { RedisQueueClient } from '../redisClient.js'
import type { BullMQ } from './redisPackages.js'

export type Lane = Queue<QueueEntry>
export type LaneJob = Job<QueueEntry>

interface LanesOptions {
  readonly bullmq: BullMQ
  readonly client: RedisQueueClient
  readonly prefix: string
  readonly count: number
}

/** The options that BullMQ's queues and workers share: one connection, which they don't close. */
export function onConnection({ bullmq, client, prefix }: Omit<LanesOptions, 'count'>) {
  const options = { connection: client as never, prefix, skipVersionCheck: true, skipWaitingForReady: true }
  return { options, backend }

  function backend(...[name, more]: Parameters<BullMQ['createRedisBackend']>) {
    return bullmq.createRedisBackend(name, more)
  }
}

export function openLanes(lanes: LanesOptions): Lane[] {
  const { options, backend } = onConnection(lanes)
  return Array.from({ length: lanes.count }, (_, index) => {
    const lane: Lane = new lanes.bullmq.Queue(
      laneName(index),
      { ...options, streams: { events: { maxLen: 100 } } },
      backend,
    )
    // Callers get the failure of their own calls.
    return lane.on('error', () => {})
  })
}

const laneName = (index: number) => `lane-${index}`

/** The lane of a conversation: stable for a given number of lanes. */
function laneOf(conversation: string, lanes: readonly Lane[]): Lane {
  const hash = createHash('sha256').update(conversation).digest().readUInt32BE(0)
  return lanes[hash % lanes.length] as Lane
}

/** Whether Redis knows that the entry's lane handles one at a time, without which its conversations lose their order. */
export async function isSetUp({ conversation }: QueueEntry, lanes: readonly Lane[]): Promise<boolean> {
  return (await laneOf(conversation, lanes).getGlobalConcurrency()) !== null
}

/** Adds an entry, unless one with its key was added within the last `remember` milliseconds. */
export async function addEntry(
  entry: QueueEntry,
  lanes: readonly Lane[],
  remember: number,
  client: RedisQueueClient,
): Promise<'kept' | 'known'> {
  if (entry.mayMove && (await isKnown(entry, lanes, client))) return 'known'
  const jobId = jobIdOf(entry.id)
  const job = await laneOf(entry.conversation, lanes).add(entry.bot, entry, {
    jobId,
    deduplication: { id: shortKey(entry), ttl: remember },
    removeOnComplete: true,
    timestamp: Math.floor(entry.arrived),
  })
  return job.id === jobId ? 'kept' : 'known'
}

/** An entry that may move is looked up in all lanes. */
export async function isKnown(entry: QueueEntry, lanes: readonly Lane[], client: RedisQueueClient): Promise<boolean> {
  const looked = entry.mayMove ? lanes : [laneOf(entry.conversation, lanes)]
  return Number(await client.call('EXISTS', ...looked.map((lane) => lane.toKey(`de:${shortKey(entry)}`)))) > 0
}

/** Keys are stored for long, so they are short: 128 bits are enough to avoid collisions. */
const shortKey = ({ key }: QueueEntry) => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/** BullMQ accepts neither integers nor colons. */
export const jobIdOf = (id: string) => `delivery-${encodeURIComponent(id)}`

export async function statusOf(lanes: readonly Lane[]): Promise<Omit<QueueStatus, 'capacity'>> {
  const all = await Promise.all(lanes.map(statusOfLane))
  const sum = (key: 'waiting' | 'working' | 'dead') => all.reduce((total, { [key]: count }) => total + count, 0)
  const oldest = Math.min(...all.flatMap((one) => one.oldest))
  return {
    waiting: sum('waiting'),
    working: sum('working'),
    dead: sum('dead'),
    oldest: Number.isFinite(oldest) ? oldest : undefined,
  }
}

async function statusOfLane(lane: Lane) {
  const { active = 0, failed = 0, ...counts } = await lane.getJobCounts('active', 'failed', ...waitingStates)
  const waiting = Object.values(counts).reduce((total, count) => total + count, 0)
  const first = active + waiting === 0 ? [] : await lane.getJobs(['active', ...waitingStates], 0, 0, true)
  // The job may have finished by now.
  return { waiting, working: active, dead: failed, oldest: first.flatMap((job) => job?.timestamp ?? []) }
}

/** Jobs that an operator has delayed or given a priority, say on a dashboard, wait too. */
export const waitingStates = ['wait', 'prioritized', 'delayed'] as const
