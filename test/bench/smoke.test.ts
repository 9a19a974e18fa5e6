import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedis } from '../storage/redisServer.js'

interface Row {
  readonly part: string
  readonly name: string
  readonly value: number | null
  readonly spread: readonly [number, number] | null
  readonly target: string
  readonly met: boolean
  readonly note?: string
}

const bench = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url))
const run = (...flags: string[]) => promisify(execFile)(process.execPath, [bench, '--smoke', ...flags])

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rowsOf = (part: string): readonly Row[] =>
  JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')).rows.filter((row: Row) => row.part === part)

/** What has to be measured whether or not peers could be installed. */
const parts: Record<string, readonly string[]> = {
  receiver: [
    'receiver, CPU time above bare Hono that answers the same text',
    'receiver, memory above bare Hono under that load',
  ],
  client: ['client call beside undici', 'client call beside zulip-js'],
  simulator: ['simulator in process: message in, webhook, bot, reply stored', 'simulator over HTTP beside bare Hono'],
  startup: [
    'simulator start in process, after import',
    'import of earshot beside Hono and zod',
    'import of earshot/client beside Hono and zod',
    'earshot --help',
    'edge bundle of a hello world, gzipped',
  ],
  durable: [
    'durable path, SQLite: accepted deliveries beside inline',
    ...(hasRedis
      ? ['durable path, Redis, beside BullMQ with as many lanes', 'durable path, Redis, growing with workers']
      : []),
  ],
  growth: [
    'payload of 1 MB beside ten times one of 100 KB, CPU time',
    '1,000 bots behind a receiver beside 1, CPU time',
    '1,000 commands beside 10, CPU time',
    'the last of 2000 messages in the simulator beside the first, time',
  ],
}

describe('the benchmarks', () => {
  it.each(Object.entries(parts))(
    'measure the %s',
    async (part, names) => {
      const { stdout } = await run('--only', part, '--out', folder)
      const rows = rowsOf(part)
      const measured = rows.filter(({ value, spread }) => value !== null && spread !== null)
      expect(measured.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]))
      for (const { name, value, target, met, note } of rows) {
        expect(target, name).toMatch(/^(>=|<=) \d/)
        expect(met, name).toBe(value !== null && holds(value, target))
        if (value === null) expect(note, name).toMatch(/does not run here|no redis-server/)
      }
      expect(stdout).toContain(names[0])
    },
    240_000,
  )

  it('keep what was measured before beside what was measured now', () => {
    expect(Object.keys(parts).filter((part) => rowsOf(part).length === 0)).toEqual([])
    const text = readFileSync(join(folder, 'results.md'), 'utf8')
    for (const part of Object.keys(parts)) expect(text).toContain(`## ${part}`)
    expect(readFileSync(join(folder, 'charts', 'receiver.svg'), 'utf8')).toMatch(/^<svg .*Notifications answered/s)
  })

  it('say which parts there are when asked for another', async () => {
    await expect(run('--only', 'reciever')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('receiver, client, simulator, startup, durable, growth'),
    })
  })
})

function holds(value: number, target: string): boolean {
  const [sign, limit] = target.split(' ')
  return sign === '>=' ? value >= Number(limit) : value <= Number(limit)
}
