import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedis } from '../storage/redisServer.js'
import { heldTo, runBench } from './bench.js'

let folder: string
let figures: ReadonlyMap<string, number | null>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
  await runBench('--quick', '--only', 'counts', '--out', folder)
  const { rows } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))
  figures = new Map(rows.map(({ name, value }: { name: string; value: number | null }) => [name, value]))
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("benchmark figures that don't depend on load", () => {
  const rows = heldTo.filter(({ name }) => hasRedis || !name.includes('Redis'))
  it.each(rows)('$name: at most $held (target $atMost)', ({ name, held }) => {
    expect(figures.get(name)).toBeLessThanOrEqual(held)
  })

  it.each(heldTo)("$name: its bound isn't below its target", ({ held, atMost }) => {
    expect(held).toBeGreaterThanOrEqual(atMost)
  })
})
