import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { connected, it } from './playground.js'

describe.skipIf(!hasBrowser)('the page of the playground', () => {
  it('starts with one request to the control API, and repeats none of its parts', async ({ playground }) => {
    for (const place of ['#/deliveries', '#/organisation', '#/faults']) {
      const page = await playground.blank()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(`${playground.simulator.url}/${place}`)
      await connected(page).waitFor()
      const control = asked.filter((path) => path.startsWith('/sim/') && !/health|stream/.test(path))
      expect(control[0]).toBe('/sim/start')
      const early = ['organisation', 'clock', 'level', 'checkpoints', 'faults', 'journal']
      expect(control.filter((path) => early.includes(path.slice('/sim/'.length)))).toEqual([])
    }
  })

  it('works without an answer to that request', async ({ playground }) => {
    playground.expectProblem(/500/)
    const page = await playground.blank()
    await page.route('**/sim/start', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(playground.simulator.url)
    await connected(page).waitFor()
    await page.getByRole('button', { name: 'Server 12.0' }).waitFor()
  })
})
