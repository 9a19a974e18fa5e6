import { describe, expect, it } from 'vitest'
import { hasRedis } from '../storage/redisServer.js'
import { crash } from './crash.js'
import { buildFirst, messages, unharmed, whileOthersRun } from './trial.js'

buildFirst()

it('an SQLite queue loses, repeats and reorders no message while its processes are killed', async () => {
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  const verdict = await crash({ queue: 'sqlite', messages, calm: 20, seed: 7, tell })
  expect(verdict, lines.join('; ')).toMatchObject(unharmed)
  expect(verdict.kills).toBeGreaterThan(0)
  expect(verdict.slowestHealthy).toBeLessThan(whileOthersRun)
  expect(verdict.refused + verdict.uncertain).toBeLessThan(messages / 5)
})

describe.skipIf(!hasRedis)('a Redis queue', () => {
  it('loses, repeats and reorders no message while receivers, workers and Redis are killed', async () => {
    const verdict = await crash({ queue: 'redis', messages, calm: 30, seed: 7 })
    expect(verdict).toMatchObject(unharmed)
    expect(verdict.kills).toBeGreaterThan(0)
    expect(verdict.slowestHealthy).toBeLessThan(whileOthersRun)
    expect(verdict.refused + verdict.uncertain).toBeLessThan(messages / 5)
  })
})
