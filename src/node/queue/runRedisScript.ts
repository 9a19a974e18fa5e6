import { askRedis } from '../redisReason.js'
import type { RedisQueueClient } from './redisQueueClient.js'
import { type RedisQueueScript, redisQueueScripts } from './redisQueueScripts.js'

/** Runs one of the scripts with what it is told. */
export type RunRedisScript = (name: RedisQueueScript, ...parts: (string | number)[]) => Promise<unknown>

/** Sends a script as a whole only to a Redis that does not have it, as after a restart. */
export function runRedisScript(client: Pick<RedisQueueClient, 'eval' | 'evalsha'>, base: string): RunRedisScript {
  return async (name, ...parts) => {
    const { hash, text } = redisQueueScripts[name]
    try {
      return await askRedis(() => client.evalsha(hash, 1, base, ...parts))
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return askRedis(() => client.eval(text, 1, base, ...parts))
    }
  }
}
