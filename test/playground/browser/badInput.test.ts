import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { connected, inOnePage, it } from './playground.js'
import { workOf } from './work.js'

const itInOnePage = inOnePage()

const rows = (page: Page) => page.locator('.org-list').getByRole('option')

describe.skipIf(!hasBrowser)('a page that is opened', () => {
  it('says without JavaScript that it needs it', async ({ playground }) => {
    const page = await playground.blank({ javaScriptEnabled: false })
    await page.goto(playground.simulator.url)
    await page.getByText('It needs JavaScript').waitFor()
  })

  it('says on a slow line that it is being loaded, and then is', async ({ playground }) => {
    const page = await playground.blank()
    let arrive = () => {}
    const isHere = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/main.js', (route) => isHere.then(() => route.continue()))
    await page.goto(playground.simulator.url, { waitUntil: 'commit' })
    await page.getByText('Loading the playground').waitFor()
    arrive()
    await page.getByRole('textbox', { name: 'Message Echo' }).waitFor()
    expect(await page.getByText('Loading the playground').count()).toBe(0)
  })

  it('takes and shows a picture of ten megabytes without much work of its own', async ({ playground }) => {
    const page = await playground.open()
    const work = await workOf(page)
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    // What follows the end of a picture is no part of it.
    const folder = mkdtempSync(join(tmpdir(), 'earshot-picture-'))
    writeFileSync(join(folder, 'oven.png'), Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.alloc(10_485_760)]))
    await page.getByLabel('Files to upload').setInputFiles(join(folder, 'oven.png'))
    const field = page.getByRole('textbox', { name: 'Message Echo' })
    await expect.poll(() => field.inputValue()).toMatch(/^\[oven\.png\]/)
    await field.press('Enter')
    const picture = page.getByRole('log').locator('img').first()
    await expect
      .poll(() => picture.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1)
    expect(await work()).toBeLessThan(3)
    rmSync(folder, { recursive: true })
  })
})

describe.skipIf(!hasBrowser)('a page that is open', () => {
  it('shows the new organisation after the seed was replaced', async ({ playground }) => {
    const { simulator } = playground
    playground.expectProblem(/401 \(Unauthorized\)/)
    const page = await playground.open('#/organisation?tab=users')
    await rows(page).filter({ hasText: 'Hamlet' }).waitFor()
    const seed = { name: 'Mill', users: [{ full_name: 'Miller', role: 'owner' }] }
    const answer = await simulator.fetch(`${simulator.url}/sim/seed`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seed }),
    })
    expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
    await rows(page).filter({ hasText: 'Miller' }).waitFor()
    await rows(page).filter({ hasText: 'Hamlet' }).waitFor({ state: 'detached' })
  })

  itInOnePage('says on every screen that deliveries are held', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    await goTo('#/organisation')
    const post = (path: string) =>
      simulator.fetch(`${simulator.url}/sim/deliveries/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    await post('hold')
    await page.getByRole('link', { name: 'holding all deliveries' }).waitFor()
    await post('let-go')
    await page.getByRole('link', { name: /^holding/ }).waitFor({ state: 'detached' })
    await connected(page).waitFor()
  })
})
