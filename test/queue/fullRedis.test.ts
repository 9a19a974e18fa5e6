import { describe, expect, it } from 'vitest'
import { hasRedis } from '../storage/redisServer.js'
import { fillAndWorkOff } from './fullRedis.js'

describe.skipIf(!hasRedis)('a queue in a Redis whose memory is full', () => {
  it.each([
    [20, 2_000],
    [100, 2_000],
    [100, 70_000],
  ])('is worked off while receivers continue, with %i MB and %i characters', async (megabytes, characters) => {
    expect(await fillAndWorkOff(megabytes, characters)).toBeGreaterThan(200)
  })
})
