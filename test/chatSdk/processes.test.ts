import { createIoRedisState } from '@chat-adapter/state-ioredis'
import { createMemoryState } from '@chat-adapter/state-memory'
import { describe } from 'vitest'
import { hasRedis, startRedis } from '../storage/redisServer.js'
import { inDatabase, nextTurn, type States, shares } from './processSuite.js'

const memory = async (): Promise<States> => {
  const state = createMemoryState()
  // Each process disconnects from what the others still use.
  state.disconnect = async () => {}
  return { open: () => state, settle: nextTurn, close: async () => {} }
}

const redis = async (): Promise<States> => {
  const server = await startRedis()
  return inDatabase(
    () => createIoRedisState({ url: server.address }),
    () => server.stop(),
  )
}

describe('two processes that share a state in memory', () => shares(memory))
describe('two processes that share a state in Redis', () => shares(redis, hasRedis))
