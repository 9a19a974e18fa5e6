import { gzipSync } from 'node:zlib'
import { createSimulator } from 'earshot/simulator'
import { expect, it } from 'vitest'
import { buildIfOld } from './browser.js'

it('the whole page is at most 80 KB on the wire, and names nothing to load from elsewhere', async () => {
  await buildIfOld()
  const simulator = createSimulator()
  const paths = ['/', '/playground/main.js', '/playground/main.css']
  const texts = await Promise.all(
    paths.map(async (path) => {
      const response = await simulator.fetch(`${simulator.url}${path}`, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(200)
      return response.text()
    }),
  )
  await simulator.close()
  const sizes = texts.map((text) => gzipSync(text, { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80 * 1024)

  const [html = '', , css = ''] = texts
  const named = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)
  expect(named.filter((url) => !url?.startsWith('/playground/'))).toEqual([])
  expect(css).not.toMatch(/@import|url\((?!["']?data:)/)
})
