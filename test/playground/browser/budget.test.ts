import { gzipSync } from 'node:zlib'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildIfOld } from './browser.js'

/** What the page is made of, by path. */
let simulator: Simulator
const texts = new Map<string, string>()

beforeAll(async () => {
  await buildIfOld()
  simulator = createSimulator()
  await load('/')
  for (const [, path = ''] of (texts.get('/') ?? '').matchAll(/(?:src|href)="(\/playground\/[^"]*)"/g)) await load(path)
})

afterAll(() => simulator.close())

describe('the bundle of the playground', () => {
  it('has at most 150 KB gzipped', () => {
    expect([...texts.keys()].some((path) => path.endsWith('.js'))).toBe(true)
    const sizes = [...texts.values()].map((text) => gzipSync(text, { level: 9 }).length)
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThanOrEqual(150)
  })

  it('loads nothing from other origins', () => {
    const named = [...(texts.get('/') ?? '').matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)
    expect(named.filter((url) => !url?.startsWith('/playground/'))).toEqual([])
    expect(texts.get('/playground/main.css')).not.toMatch(/@import|url\((?!["']?data:)/)
    // Only what it loads later, from beside it.
    expect(texts.get('/playground/main.js')).not.toMatch(/\bimport\s*(?!\("\.\/)[("'{*]/)
  })

  it('serves what the page loads later', async () => {
    const later = [...(texts.get('/playground/main.js') ?? '').matchAll(/\bimport\("\.\/([^"]+)"\)/g)]
    expect(later.map(([, name]) => name)).toEqual([expect.stringMatching(/^codeMirror-\w+\.js$/)])
    for (const [, name] of later) await load(`/playground/${name}`)
  })
})

async function load(path: string): Promise<void> {
  if (texts.has(path)) return
  const response = await simulator.fetch(`${simulator.url}${path}`, { headers: { accept: 'text/html' } })
  expect(response.status, path).toBe(200)
  texts.set(path, await response.text())
}
