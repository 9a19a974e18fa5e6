import { redisQueueEngine } from 'earshot/node'
import { describe } from 'vitest'
import { hasRedis, startRedis } from '../storage/redisServer.js'
import { type EngineKind, engineConforms } from './engineSuite.js'

const redis: EngineKind = {
  name: 'Redis',
  leavesSlot: false,
  fullRuns: 300,
  async start() {
    const server = await startRedis()
    return {
      open: ({ name, clock }) => redisQueueEngine(server.address, { prefix: name, clock }),
      remove: () => server.stop(),
    }
  },
}

describe.skipIf(!hasRedis)('the queue in Redis', () => engineConforms(redis))
