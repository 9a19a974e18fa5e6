import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasRedis } from '../storage/redisServer.js'
import { crash } from './crash.js'
import { type Role, startFleet } from './fleet.js'
import { buildFirst, isFull, messages, unharmed, whileOthersRun } from './trial.js'

buildFirst()

it('an SQLite queue loses, repeats and reorders no message while its processes are ended and restarted', async () => {
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  const verdict = await crash({ queue: 'sqlite', messages, calm: 20, seed: 7, graceful: true, tell })
  expect(verdict, lines.join('; ')).toMatchObject(unharmed)
  expect(verdict.kills).toBeGreaterThan(0)
  expect(verdict.slowestHealthy).toBeLessThan(whileOthersRun)
  expect(verdict.refused + verdict.uncertain).toBeLessThan(messages / 5)
})

it('listeners reply to each message once while they are killed and event queues are lost', async () => {
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  const verdict = await crash({ queue: 'sqlite', by: 'events', messages, calm: 20, seed: 7, tell })
  expect(verdict, lines.join('; ')).toMatchObject(unharmed)
  expect(verdict.kills).toBeGreaterThan(0)
  expect(verdict.slowestHealthy).toBeLessThan(whileOthersRun)
})

const queues = ['sqlite', ...(hasRedis ? ['redis' as const] : [])] as const
it.each(queues.flatMap((queue) => [[queue, 'events'] as const, [queue, 'webhook'] as const]))(
  'a queue in %s, by %s, runs no handler twice at once while processes are stopped, blocked and killed, and clocks set',
  async (queue, by) => {
    const lines: string[] = []
    const tell = (line: string) => void lines.push(line)
    const verdict = await crash({ queue, by, messages, calm: 20, seed: 7, stall: true, clockJumps: true, tell })
    expect(verdict, lines.join('; ')).toMatchObject(unharmed)
    expect(verdict.slowestHealthy).toBeLessThan(whileOthersRun)
  },
)

it('several processes can create the same SQLite file simultaneously', async () => {
  for (let round = 0; round < (isFull ? 3 : 1); round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-crash-'))
    const bot = {
      site: 'http://127.0.0.1:1',
      email: 'echo-bot@example.com',
      apiKey: 'k'.repeat(32),
      token: 't'.repeat(32),
    }
    const fleet = await startFleet(Array<Role>(6).fill('both'), { queue: join(folder, 'bots.db'), lease: 1_500, bot })
    await fleet.end()
    expect(fleet.unclean).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  }
})
