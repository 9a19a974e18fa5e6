import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './blocks.js'

type Writer = (page: string, folder: string) => string
const { withFigures, withTargets }: { withFigures: Writer; withTargets: Writer } = await import(
  new URL('../../bench/lib/report.mjs', import.meta.url).href
)

describe('the figures of the benchmarks', () => {
  it.each([
    ['README.md', withFigures],
    ['docs/reference/benchmarks.md', withTargets],
  ] as const)('in %s match bench/results.json', (name, write) => {
    const page = readFileSync(join(root, name), 'utf8')
    expect(page).toContain('<!-- measured -->')
    expect(write(page, join(root, 'bench'))).toBe(page)
  })
})
