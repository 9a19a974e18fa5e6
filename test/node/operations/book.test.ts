import { readFileSync } from 'node:fs'
import { memoryQueue } from 'earshot/queue'
import { describe, expect, it } from 'vitest'
import { fetchOnce, served } from '../serving.js'

const book = readFileSync(new URL('../../../docs/guides/operations.md', import.meta.url), 'utf8')

describe('docs/guides/operations.md', () => {
  it('lists exactly the existing metrics with their types', async () => {
    const { url } = await served(() => {}, { queue: memoryQueue() })
    const text = await (await fetchOnce(`${url}/metrics`)).text()
    const there = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => `${name} ${kind}`)
    const told = [...book.matchAll(/^\| `(\w+)` \| (counter|gauge|histogram) \|/gm)].map(
      ([, name, kind]) => `${name} ${kind}`,
    )
    expect(told.sort()).toEqual(there.sort())
  })

  it('uses only documented metrics in its alerts', () => {
    const asked = [...book.matchAll(/\b(earshot_\w+?)(?:_bucket)?[[{ )]/g)].map(([, name]) => name)
    const told = new Set([...book.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name))
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter((name) => !told.has(name))).toEqual([])
  })
})
