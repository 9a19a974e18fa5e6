import { gzipSync } from 'node:zlib'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildIfOld } from './browser.js'

/** Bytes of the page on the wire, by path: what the chat takes to open, and what is loaded when a screen is opened. */
let simulator: Simulator
const texts = new Map<string, string>()

beforeAll(async () => {
  await buildIfOld()
  simulator = createSimulator()
  await load('/')
  for (const [, path = ''] of (texts.get('/') ?? '').matchAll(/(?:src|href)="(\/playground\/[^"]*)"/g)) await load(path)
}, 120_000)

afterAll(() => simulator.close())

describe('the page', () => {
  it('takes at most 80 KB to open the chat', async () => {
    await loadAll(/\bfrom"\.\/([^"]+)"|\bimport"\.\/([^"]+)"/g)
    expect(size() / 1024).toBeLessThanOrEqual(80)
  })

  it('takes at most 150 KB with everything that is loaded later', async () => {
    await loadAll(/\bfrom"\.\/([^"]+)"|\bimport(?:"|\(")\.\/([^"]+)"/g)
    expect(texts.size).toBeGreaterThan(8)
    expect(size() / 1024).toBeLessThanOrEqual(150)
  })

  it('names nothing to load from elsewhere', () => {
    const named = [...(texts.get('/') ?? '').matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)
    expect(named.filter((url) => !url?.startsWith('/playground/'))).toEqual([])
    expect(texts.get('/playground/main.css')).not.toMatch(/@import|url\((?!["']?data:)/)
  })
})

const size = () => [...texts.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)

/** Loads what the scripts name in such places, and what that names, and so on. */
async function loadAll(names: RegExp): Promise<void> {
  for (const before = new Set<string>(); before.size < texts.size; ) {
    for (const [path, text] of [...texts]) {
      if (before.has(path)) continue
      before.add(path)
      if (!path.endsWith('.js')) continue
      for (const [, one, other] of text.matchAll(names)) await load(`/playground/${one ?? other}`)
    }
  }
}

async function load(path: string): Promise<void> {
  if (texts.has(path)) return
  const response = await simulator.fetch(`${simulator.url}${path}`, { headers: { accept: 'text/html' } })
  expect(response.status, path).toBe(200)
  texts.set(path, await response.text())
}
