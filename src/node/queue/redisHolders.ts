import { randomUUID } from 'node:crypto'
import type { RedisQueueClient } from '../redisClient.js'
import type { RedisHolder } from '../redisHolder.js'
import { lostNote, wasThere } from './redisDeadLetters.js'
import { tryAgain } from './redisLaneJob.js'
import type { Lane } from './redisLanes.js'

interface LaneHoldersOptions {
  readonly client: Pick<RedisQueueClient, 'call' | 'eval'>
  readonly holder: RedisHolder
  /** Milliseconds. */
  readonly lease: number
}

/** Whose the jobs are that are under way: the token of a job's lock says who holds it. */
export function laneHolders({ client, holder, lease }: LaneHoldersOptions) {
  /** Tokens of this process that are in use. */
  const own = new Set<string>()
  return {
    begin: () => holder.begin(lease),
    newToken() {
      const token = `${randomUUID()} ${holder.id}`
      own.add(token)
      return { token, end: () => void own.delete(token) }
    },
    /**
     * Gives the job back that is under way in a lane if its holder is gone, or is this process, which doesn't know of it: the answer
     * to its question was lost.
     */
    async takeFrom(lane: Lane): Promise<void> {
      const { id, lock, token } = await underWay(lane)
      const other = holderIn(token)
      if (id === undefined || other === undefined) return
      if (other === holder.id ? own.has(token) : !(await holder.isGone(other, lease))) return
      const job = await lane.getJob(id)
      // Redis has evicted it, and what is left of it would hold the lane.
      if (job === undefined) return void (await client.eval(forgetting, 2, lane.toKey('active'), lock, id, token))
      // Its holder may have ended it before it was gone.
      if ((await client.call('GET', lock)) !== token) return
      await wasThere(() => job.log(lostNote(token)))
      // One that was only silent may have failed at this job: that was a try.
      await wasThere(() => (holder.isDead(other) ? job.moveToWait(token) : tryAgain(job, token, silent)))
    },
    /** What this process still holds, others take after a lease, as if it had died. */
    async leave(lanes: readonly Lane[]): Promise<void> {
      if (own.size === 0) return
      await Promise.all(
        lanes.map(async (lane) => {
          const { lock, token } = await underWay(lane)
          if (own.has(token)) await client.call('SET', lock, 'nobody', 'PX', String(lease))
        }),
      )
    },
  }

  async function underWay(lane: Lane) {
    const id = (await client.call('LINDEX', lane.toKey('active'), '0')) as string | null
    if (id === null) return { id: undefined, lock: '', token: '' }
    const lock = lane.toKey(`${id}:lock`)
    return { id, lock, token: String(await client.call('GET', lock)) }
  }
}

/** Undefined for a lock that has ended, or that somebody else has set: BullMQ frees its job. */
function holderIn(token: string): string | undefined {
  return token.includes(' ') ? token.slice(token.indexOf(' ') + 1) : undefined
}

/** Unless its holder ended it meanwhile. */
const forgetting = `
if redis.call('GET', KEYS[2]) ~= ARGV[2] then return 0 end
redis.call('DEL', KEYS[2])
return redis.call('LREM', KEYS[1], 0, ARGV[1])
`

const silent = 'Its process gave no sign of life for longer than the lease.'
