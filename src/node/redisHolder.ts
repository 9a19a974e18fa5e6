import type { Clock } from '../clock.js'
import type { RedisPlace } from './beatThread.js'
import { processHolder } from './processHolder.js'
import type { RedisClient } from './redisClient.js'

export type RedisHolder = ReturnType<typeof redisHolder>

/**
 * This process as the holder of leases in Redis.
 *
 * @param keys The beginning of the keys with beats.
 * @param onlyHere Called if no thread can beat, so that a blocked event loop stops the beats.
 */
export function redisHolder(client: RedisClient, keys: string, clock: Clock, onlyHere = () => {}) {
  const redis = connectionOf(client)
  const holder = processHolder({
    clock,
    place: redis && { redis, keys, script: beating },
    onlyHere,
    beat: (id, every) => client.eval(beating, 1, keys + id, Date.now(), every),
  })
  return {
    ...holder,
    // Cut off from Redis, a holder gives up a lease after it last renewed one, which may be just before the beat that failed. So
    // beats come often, and others wait for one more.
    begin: (lease: number) => holder.begin(0.3 * lease),
    isGone: (id: string, silence: number) => holder.isDead(id) ?? isSilent(id, 1.1 * silence),
  }

  async function isSilent(id: string, silence: number): Promise<boolean> {
    const beat = await client.eval(`return redis.call('GET', KEYS[1])`, 1, keys + id).catch(() => {})
    return beat !== undefined && holder.isSilent(id, beat, silence)
  }
}

/** What a thread needs to connect likewise; undefined if that can't be read from the client, or isn't just data. */
function connectionOf(client: object): RedisPlace | undefined {
  const { options, startupNodes } = client as { options?: ClientOptions; startupNodes?: readonly unknown[] }
  if (options === undefined || options.Connector) return undefined
  try {
    const redisOptions = withoutFunctions(options.redisOptions ?? {})
    return structuredClone({ nodes: startupNodes, options: { ...withoutFunctions(options), redisOptions } })
  } catch {
    return undefined
  }
}

interface ClientOptions {
  readonly Connector?: unknown
  /** Of a cluster's nodes. */
  readonly redisOptions?: object
}

/** They say when to try again, which the thread decides for itself. */
const withoutFunctions = (options: object) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value !== 'function'))

/** Since it deletes first, it may write even if the memory of Redis is full. The last beat of a process is forgotten in the end. */
const beating = `
redis.call('DEL', KEYS[1])
return redis.call('SET', KEYS[1], ARGV[1], 'PX', math.ceil(100 * ARGV[2]))
`
