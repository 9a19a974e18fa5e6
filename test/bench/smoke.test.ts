import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedis } from '../storage/redisServer.js'
import { namesByPart, runBench } from './bench.js'

interface Row {
  readonly part: string
  readonly name: string
  readonly value: number | null
  readonly spread: readonly [number, number] | null
  readonly target: string
  readonly met: boolean
  readonly note?: string
}

const run = (...flags: string[]) => runBench('--smoke', ...flags)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rowsOf = (part: string): readonly Row[] =>
  JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')).rows.filter((row: Row) => row.part === part)

/** What can't be measured everywhere, since a peer may not be installed. */
const needsPeer = /grammY|Bolt/
const isMeasured = (name: string) => !needsPeer.test(name) && (hasRedis || !name.includes('Redis'))

describe('the benchmarks', () => {
  it.each(namesByPart)('measure the $part', async ({ part, names }) => {
    const { stdout } = await run('--only', part, '--out', folder)
    const rows = rowsOf(part)
    expect(rows.map(({ name }) => name)).toEqual(names)
    const measured = rows.filter(({ value, spread }) => value !== null && spread !== null)
    expect(measured.map(({ name }) => name)).toEqual(expect.arrayContaining(names.filter(isMeasured)))
    for (const { name, value, target, met, note } of rows) {
      expect(target, name).toMatch(/^(>=|<=) \d/)
      expect(met, name).toBe(value !== null && holds(value, target))
      if (value === null) expect(note, name).toMatch(/does not run here|what it needs is not here|no redis-server/)
      expect(stdout).toContain(name)
    }
  })

  it('keep earlier results in the report', () => {
    expect(namesByPart.filter(({ part }) => rowsOf(part).length === 0)).toEqual([])
    const text = readFileSync(join(folder, 'results.md'), 'utf8')
    for (const { part } of namesByPart) expect(text).toContain(`## ${part}`)
    expect(readFileSync(join(folder, 'charts', 'receiver.svg'), 'utf8')).toMatch(/^<svg .*CPU time of a delivery/s)
  })

  it('list the existing parts when an unknown one is requested', async () => {
    await expect(run('--only', 'reciever')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('counts, receiver, client, simulator, startup, durable, growth'),
    })
  })
})

function holds(value: number, target: string): boolean {
  const [sign, limit] = target.split(' ')
  return sign === '>=' ? value >= Number(limit) : value <= Number(limit)
}
