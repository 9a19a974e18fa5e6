import type { Log } from '../../bot/index.js'
import type { RedisQueueClient } from './redisQueueClient.js'

/** Tells of settings of Redis by which acknowledged deliveries may get lost, as far as Redis lets itself be asked. */
export async function warnOfSettings(client: Pick<RedisQueueClient, 'info' | 'call'>, log: Log): Promise<void> {
  const told = await client.info().catch(() => '')
  const setting = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(told)?.[1]
  const policy = setting('maxmemory_policy')
  if (setting('maxmemory') !== '0' && policy !== undefined && policy !== 'noeviction') {
    log.warn(
      { maxmemory_policy: policy },
      'Redis throws entries of the queue away when its memory is full; set maxmemory-policy to noeviction',
    )
  }
  if (setting('aof_enabled') === '0') {
    log.warn(
      { appendonly: 'no' },
      'Redis keeps the queue in its memory, and a crash of it loses deliveries that were acknowledged; set appendonly to yes and appendfsync to always',
    )
    return
  }
  const [, fsync] = ((await client.call('CONFIG', 'GET', 'appendfsync').catch(() => [])) ?? []) as string[]
  if (fsync !== undefined && fsync !== 'always') {
    log.warn(
      { appendfsync: fsync },
      'A crash of the machine that Redis runs on may lose deliveries of the last second that were acknowledged; set appendfsync to always',
    )
  }
}
