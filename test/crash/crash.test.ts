import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasRedis } from '../storage/redisServer.js'
import { crash } from './crash.js'
import { type Role, startFleet } from './fleet.js'

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
const script = new URL('../../scripts/steps/dist.mjs', import.meta.url).href
const { buildIfStale }: { buildIfStale: () => Promise<{ ok: boolean; output?: string }> } = await import(script)

beforeAll(async () => {
  const { ok, output } = await buildIfStale()
  if (!ok) throw new Error(`The processes that are killed run what is built, and it can't be: ${output}`)
})

// The same disasters, for longer.
const isFull = process.env.EARSHOT_TESTS === 'full'
const messages = isFull ? 400 : 100

/** Milliseconds. The slow handlers of the trial don't end before: who waits for them isn't answered until then. */
const whileOthersRun = 10_000

const unharmed = { lost: 0, duplicated: 0, disordered: 0, misplaced: 0, buried: 0, unclean: 0 }

it.each([
  ['killed', false],
  ['ended and restarted', true],
])(
  'an SQLite queue loses, repeats and reorders no message while its processes are %s',
  async (_, graceful) => {
    const lines: string[] = []
    const tell = (line: string) => void lines.push(line)
    const verdict = await crash({ queue: 'sqlite', messages, calm: 20, seed: 7, graceful, tell })
    expect(verdict, lines.join('; ')).toMatchObject(unharmed)
    expect(verdict.kills).toBeGreaterThan(0)
    expect(verdict.slowestHealthy).toBeLessThan(whileOthersRun)
    expect(verdict.refused + verdict.uncertain).toBeLessThan(messages / 5)
  },
  240_000,
)

it('listeners reply to each message once while they are killed and event queues are lost', async () => {
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  const verdict = await crash({ queue: 'sqlite', by: 'events', messages, calm: 20, seed: 7, tell })
  expect(verdict, lines.join('; ')).toMatchObject(unharmed)
  expect(verdict.kills).toBeGreaterThan(0)
  expect(verdict.slowestHealthy).toBeLessThan(whileOthersRun)
})

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

describe.skipIf(!hasRedis)('a Redis queue', () => {
  it('loses, repeats and reorders no message while receivers, workers and Redis are killed', async () => {
    const verdict = await crash({ queue: 'redis', messages, calm: 30, seed: 7 })
    expect(verdict).toMatchObject(unharmed)
    expect(verdict.kills).toBeGreaterThan(0)
    expect(verdict.slowestHealthy).toBeLessThan(whileOthersRun)
    expect(verdict.refused + verdict.uncertain).toBeLessThan(messages / 5)
  })
})
