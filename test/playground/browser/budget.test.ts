import { gunzipSync, gzipSync } from 'node:zlib'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildIfOld } from './browser.js'

/** What the page is made of, by path. */
let simulator: Simulator
const texts = new Map<string, string>()
const sizes = new Map<string, number>()

beforeAll(async () => {
  await buildIfOld()
  simulator = createSimulator()
  await load('/')
  for (const [, path = ''] of (texts.get('/') ?? '').matchAll(/(?:src|href)="(\/playground\/[^"]*)"/g)) await load(path)
  for (const [, name = ''] of (texts.get('/playground/main.css') ?? '').matchAll(/url\("?\.\/([^")]*)/g)) {
    await load(`/playground/${name}`)
  }
})

afterAll(() => simulator.close())

describe('the bundle of the playground', () => {
  it('has at most 165 KB gzipped, with its fonts', () => {
    const kinds = [...sizes.keys()].map((path) => path.split('.').at(-1))
    expect(kinds.filter((kind) => kind === 'woff2' || kind === 'js')).toHaveLength(3)
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024).toBeLessThanOrEqual(165)
  })

  it('is sent compressed to a browser that asks for that', async () => {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate' }
    const response = await simulator.fetch(`${simulator.url}/playground/main.js`, { headers })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const sent = new Uint8Array(await response.arrayBuffer())
    expect(sent.length).toBeLessThan(100_000)
    expect(gunzipSync(sent).toString()).toBe(texts.get('/playground/main.js'))
  })

  it('loads nothing from other origins', () => {
    const named = [...(texts.get('/') ?? '').matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)
    expect(named.filter((url) => !url?.startsWith('/playground/'))).toEqual([])
    expect(texts.get('/playground/main.css')).not.toMatch(/@import|url\((?!["']?(?:data:|\.\/))/)
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
  const bytes = new Uint8Array(await response.arrayBuffer())
  sizes.set(path, gzipSync(bytes, { level: 9 }).length)
  texts.set(path, new TextDecoder().decode(bytes))
}
